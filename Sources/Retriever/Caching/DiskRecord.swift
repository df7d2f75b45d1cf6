internal import Digests
package import HTTPSemantics

/// What is kept on the disk of a stored response besides its content, as bytes.
package struct DiskRecord: Sendable {
    /// Content in a file of its own.
    package struct File: Sendable, Hashable {
        /// Within the cache's folder for content.
        var name: String
        var size: Int
        var digest: [UInt8]
    }

    var url: String
    var partition: String
    var stored: StoredResponse
    /// `nil` when the content stands beside the record.
    var file: File?

    /// The first byte; another version's records are passed over.
    private static let version: UInt8 = 1

    /// By what records are found: equal for equal URLs, and hardly ever for others.
    static func key(_ url: String) -> Int {
        Int(truncatingIfNeeded: SHA256.digest(of: Array(url.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// What tells a damaged row from a sound one.
    static func digest(_ record: [UInt8], _ content: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(record[...])
        hash.update(content[...])
        return Array(hash.finalize().prefix(16))
    }

    package var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.bytes.append(Self.version)
        writer.write(url)
        writer.write(partition)
        writer.write(stored.response.status.code)
        writer.write(stored.response.status.reasonPhrase)
        writer.write(stored.requestTime)
        writer.write(stored.responseTime)
        writer.write(stored.positions) {
            $0.write($1.lowerBound); $0.write($1.upperBound)
        }
        writer.write(each: stored.selectingFields.fields) { writer, field in
            writer.write(field.0.rawName)
            writer.write(field.1) { $0.write($1) }
        }
        writer.write(each: stored.response.headerFields) {
            $0.write($1.name.rawName); $0.write($1.value)
        }
        writer.write(file) { writer, file in
            writer.write(file.name)
            writer.write(file.size)
            writer.write(file.digest)
        }
        return writer.bytes
    }

    /// The record that some bytes are; `nil` when they are none.
    package init?(_ bytes: [UInt8], rules: CachingRules) {
        var reader = RecordReader(bytes)
        do {
            guard try reader.byte() == Self.version else { return nil }
            url = try reader.string()
            partition = try reader.string()
            let status = HTTPResponse.Status(code: try reader.number(), reasonPhrase: try reader.string())
            let (requestTime, responseTime) = (try reader.number(), try reader.number())
            let positions = try reader.optional { reader throws(RecordReader.Failure) in try reader.range() }
            let selecting = try reader.list { reader throws(RecordReader.Failure) in
                (try reader.fieldName(), try reader.optional { reader throws(RecordReader.Failure) in try reader.string() })
            }
            let fields = try reader.list { reader throws(RecordReader.Failure) in
                HTTPField(name: try reader.fieldName(), uncheckedValue: try reader.string())
            }
            file = try reader.optional { reader throws(RecordReader.Failure) in
                File(name: try reader.string(), size: try reader.number(), digest: try reader.byteString())
            }
            stored = StoredResponse(
                response: HTTPResponse(status: status, headerFields: HTTPFields(fields)), requestTime: requestTime,
                responseTime: responseTime, selectingFields: SelectingFields(selecting), positions: positions, rules: rules)
        } catch {
            return nil
        }
    }

    init(url: String, partition: String, stored: StoredResponse, file: File?) {
        self.url = url
        self.partition = partition
        self.stored = stored
        self.file = file
    }
}

/// Numbers as eight bytes, texts after their length.
private struct RecordWriter {
    var bytes: [UInt8] = []

    mutating func write(_ number: Int) {
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes += text.utf8
    }

    mutating func write(_ string: [UInt8]) {
        write(string.count)
        bytes += string
    }

    mutating func write<Value>(_ value: Value?, _ body: (inout Self, Value) -> Void) {
        bytes.append(value == nil ? 0 : 1)
        if let value { body(&self, value) }
    }

    mutating func write<Values: Collection>(each values: Values, _ body: (inout Self, Values.Element) -> Void) {
        write(values.count)
        for value in values { body(&self, value) }
    }
}

private struct RecordReader {
    /// The bytes are no record.
    struct Failure: Error {}

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func take(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
        guard bytes.count - position >= count else { throw Failure() }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(Failure) -> UInt8 { try take(1)[position - 1] }

    /// No time, place or length is larger; with two of them one can reckon.
    private static let limit: UInt64 = 1 << 52

    mutating func number() throws(Failure) -> Int {
        let number = try take(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard number <= Self.limit else { throw Failure() }
        return Int(number)
    }

    mutating func string() throws(Failure) -> String { String(decoding: try take(try number()), as: UTF8.self) }

    mutating func byteString() throws(Failure) -> [UInt8] { Array(try take(try number())) }

    mutating func fieldName() throws(Failure) -> HTTPField.Name {
        guard let name = HTTPField.Name(try string()) else { throw Failure() }
        return name
    }

    mutating func range() throws(Failure) -> Range<Int> {
        let (start, end) = (try number(), try number())
        guard start < end else { throw Failure() }
        return start..<end
    }

    mutating func optional<Value>(_ read: (inout Self) throws(Failure) -> Value) throws(Failure) -> Value? {
        try byte() == 0 ? nil : try read(&self)
    }

    mutating func list<Value>(_ read: (inout Self) throws(Failure) -> Value) throws(Failure) -> [Value] {
        var result: [Value] = []
        for _ in 0..<(try number()) { result.append(try read(&self)) }
        return result
    }
}
