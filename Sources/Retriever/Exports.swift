// The values of HTTP are part of this library's interface: whoever imports `Retriever` can name them.
@_exported public import HTTPSemantics
