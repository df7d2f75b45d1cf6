import FoundationEssentials
import Measuring
import Retriever
import Synchronization

extension RetrieverBench {
    private struct Person: Codable {
        var id: Int
        var name: String
        var email: String
        var active: Bool
        var score: Double
    }

    /// `json`: decodes or encodes a document again and again on one core, with the library or with Foundation.
    static func json(_ arguments: Arguments) async throws {
        let count = try arguments.number("requests", default: 1)
        let work = try work(arguments)
        for _ in 0..<(try arguments.number("warmup", default: 0)) { _ = try await work() }
        let clock = ContinuousClock()
        let start = clock.now
        var sum = 0
        for _ in 0..<count { sum &+= try await work() }
        let seconds = Double((clock.now - start).nanoseconds) / 1e9
        print(#"{"seconds":\#(seconds),"requests":\#(count),"errors":0,"sum":\#(sum)}"#)
    }

    /// What is done each time; it answers a number that shows that it was done.
    private static func work(_ arguments: Arguments) throws -> () async throws -> Int {
        let foundation = arguments.has("foundation")
        switch try arguments.text("document") {
        case "small":
            let content = person(1)
            return { try decode(Person.self, content, foundation).id }
        case "array":
            let content = Array(
                "[\((0..<91_000).map { String(decoding: person($0), as: UTF8.self) }.joined(separator: ","))]".utf8)
            return { try decode([Person].self, content, foundation).count }
        case "encoded":
            let person = try decode(Person.self, person(1), false)
            return { foundation ? try JSONEncoder().encode(person).count : try JSON.Encoder().encode(person).count }
        case "elements" where !foundation:
            return elements
        case let document: throw UsageError("no such work: \(document)")
        }
    }

    /// An object of 110 bytes.
    private static func person(_ number: Int) -> [UInt8] {
        let mail = "ada.lovelace@example.com"
        return Array(
            #"{"id":\#(100_000 + number),"name":"Ada Lovelace","email":"\#(mail)","active":true,"score":9.5,"tags":["me"]}"#.utf8)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ content: [UInt8], _ foundation: Bool) throws -> Value {
        foundation ? try JSONDecoder().decode(type, from: content) : try JSON.Decoder().decode(type, from: content)
    }

    /// Elements of an array of 100 MB that arrives in parts.
    private static func elements() async throws -> Int {
        let part = Array(repeatElement(person(1), count: 150).joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: ",")]
        let (first, last) = ([UInt8(ascii: "[")], person(1) + [UInt8(ascii: "]")])
        let content = ([first] + Array(repeating: part, count: 100_000_000 / part.count) + [last])[...]
        let rest = Mutex(content)
        let body = ResponseBody { rest.withLock { $0.popFirst() } }
        let response = HTTPClientResponse(head: HTTPResponse(status: 200), url: try WebURL("http://localhost/"), body: body)
        return try await response.jsonElements(of: Person.self).reduce(0) { $0 + $1.id }
    }
}
