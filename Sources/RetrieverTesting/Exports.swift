// Whoever tests requests names clients, responses and the values of HTTP.
@_exported public import HTTPSemantics
@_exported public import Retriever
