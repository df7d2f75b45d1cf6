// The values of HTTP and JSON are part of this library's interface: whoever imports `Retriever` can name them.
@_exported public import HTTPSemantics
@_exported public import JSONCoding
