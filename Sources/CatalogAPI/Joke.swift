/// A joke as ICNDB serves it: `{"id":201,"joke":"…","categories":["nerdy"]}`.
public struct Joke: Codable, Hashable, Sendable, Identifiable {
    /// Identifies the joke at its service.
    public var id: Int
    /// The text with the hero's name filled in; HTML-encoded unless the service was asked otherwise.
    public var joke: String
    /// The categories, often none.
    public var categories: [String]

    /// A joke.
    public init(id: Int, joke: String, categories: [String] = []) {
        self.id = id
        self.joke = joke
        self.categories = categories
    }
}

/// The envelope around every ICNDB answer: `{"type":"success","value":…}`.
public struct ICNDBAnswer<Value: Sendable>: Sendable {
    /// `success`, or the name of an exception such as `NoSuchQuoteException`, whose value is a sentence.
    public var type: String
    /// What was asked for.
    public var value: Value

    /// An answer.
    public init(type: String = "success", value: Value) {
        self.type = type
        self.value = value
    }
}

extension ICNDBAnswer: Encodable where Value: Encodable {}
extension ICNDBAnswer: Decodable where Value: Decodable {}
