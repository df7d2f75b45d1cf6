/// JSON, RFC 8259: a decoder and an encoder for `Codable` types, and values of any shape.
///
/// The types are called as Foundation's but for their first letters' being a namespace: `JSON.Decoder` beside `JSONDecoder`.
public enum JSON {}
