import Foundation
import RetrieverTesting
import Synchronization
import TestSupport
import Testing

@testable import Retriever

@Suite("Responses kept on the disk")
struct DiskCacheTests {
    private let folder: String
    private let time = CacheFixture.SharedTime()

    init() throws { folder = try TemporaryFolder().file("cache") }

    private func open(capacity: Int = 100 << 20, memory: Int = 32 << 20) throws -> CacheFixture {
        try CacheFixture(folder: folder, diskCapacity: capacity, time: time) { $0.memoryCapacity = memory }
    }

    private func contents() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder + "/content") }

    private let long = Array(repeating: Array("0123456789abcdef".utf8), count: 200_000).flatMap(\.self)

    /// Stores a small response and a large one.
    private func fill() async throws {
        let fixture = try open()
        fixture.answer(.cacheable("small", "max-age=60", [.eTag: "\"1\"", .vary: "Accept, Accept-Encoding"]))
        fixture.answer(.bytes(long, headerFields: [.cacheControl: "max-age=60"]).inChunks(of: 50_000))
        try await fixture.get()
        try await fixture.get(url: "http://example.com/large")
        await fixture.cache.flush()
        #expect(fixture.cache.statistics.failures == 0)
    }

    @Test("A response survives the program", arguments: [32 << 20, 0]) func survives(memory: Int) async throws {
        try await fill()
        let fixture = try open(memory: memory)
        for _ in 0..<2 {
            let response = try await fixture.get()
            #expect(response.text == "small")
            #expect(response.cacheStatus?.isHit == true)
            #expect(try await fixture.get(url: "http://example.com/large").content == long)
        }
        #expect(fixture.requestCount == 0)
        #expect(try contents().count == 1)
        time.seconds += 61
        fixture.answer(.notModified([.eTag: "\"1\"", .cacheControl: "max-age=60"]))
        #expect(try await fixture.get().text == "small")
        await fixture.cache.flush()
        #expect(try await open().get().text == "small")
    }

    @Test("Large content is read in parts, and from the middle") func parts() async throws {
        try await fill()
        let fixture = try open()
        var count = 0
        for try await chunk in try await fixture.client.get("http://example.com/large").body {
            #expect(chunk.elementsEqual(long[count..<count + chunk.count]))
            count += chunk.count
        }
        #expect(count == long.count)
        let part = try await fixture.get([.range: "bytes=1000000-1000015"], url: "http://example.com/large")
        #expect(part.content == Array(long[1_000_000...1_000_015]))
        #expect(fixture.requestCount == 0)
    }

    @Test("Only the owner may look at it") func permissions() async throws {
        try await fill()
        let inUse = try open()
        defer { withExtendedLifetime(inUse) {} }
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder) == 0o700)
        #expect(try mode(folder + "/content") == 0o700)
        for name in try ["responses.sqlite", "responses.sqlite-wal", "content/\(contents()[0])"] {
            #expect(try mode(folder + "/" + name) == 0o600)
        }
    }

    @Test("What was forgotten is not found again, though the disk is not that far") func forgotten() async throws {
        try await fill()
        let fixture = try open()
        fixture.answer(.cacheable("new"), .cacheable("newer"))
        fixture.cache.removeAll()
        #expect(try await fixture.get().text == "new")
        try fixture.cache.remove(CacheFixture.url)
        #expect(try await fixture.get().text == "newer")
        await fixture.cache.flush()
        #expect(try await open().get().text == "newer")
    }

    @Test("Names in the database lead nowhere else") func foreignNames() async throws {
        try await fill()
        let target = folder + "/keep"
        try Data([1]).write(to: URL(filePath: target))
        let command = "UPDATE responses SET file = '../keep' WHERE file IS NOT NULL"
        #expect(try await Program.run("/usr/bin/sqlite3", [folder + "/responses.sqlite", command]).status == 0)
        let fixture = try open()
        fixture.cache.removeAll()
        await fixture.cache.flush()
        #expect(FileManager.default.fileExists(atPath: target))
    }

    @Test("What could not be thrown away on the disk is not used") func unwrittenRemoval() async throws {
        try await fill()
        let fixture = try open(memory: 0)
        // Another program keeps the database for itself, for longer than anybody waits.
        let holder = try Conversation("/usr/bin/sqlite3", [folder + "/responses.sqlite"])
        holder.say("BEGIN IMMEDIATE; SELECT 'held';")
        #expect(await holder.nextLine() == "held")
        try fixture.cache.remove(CacheFixture.url)
        await fixture.cache.flush()
        #expect(fixture.cache.statistics.failures > 0)
        fixture.answer(.cacheable("new"))
        #expect(try await fixture.get().text == "new")
        await holder.end()
        await fixture.cache.flush()
        #expect(try await open().get(policy: .storedElseLoad).text == "new")
    }

    @Test("Two programs share it") func shared() async throws {
        let (one, other) = (try open(memory: 0), try open(memory: 0))
        one.answer(.cacheable("a", "max-age=60", [.vary: "Accept"]), .cacheable("b", "max-age=60", [.vary: "Accept"]))
        try await one.get()
        try await one.get([.accept: "b"])
        await one.cache.flush()
        #expect(try await other.get().text == "a")
        #expect(try await other.get([.accept: "b"]).text == "b")
        other.answer(.status(204))
        try await other.get(method: .delete)
        await other.cache.flush()
        one.answer(.cacheable("c"))
        #expect(try await one.get().text == "c")
    }

    @Test("Many write at once") func manyWriters() async throws {
        let fixtures = try (0..<3).map { _ in try open(memory: 0) }
        for fixture in fixtures {
            fixture.transport.on(.any) { .cacheable($0.url.path) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for fixture in fixtures {
                group.addTask {
                    for number in 0..<200 {
                        let text = try await fixture.get(url: "http://example.com/\(number)").text
                        #expect(text == "/\(number)")
                    }
                    await fixture.cache.flush()
                }
            }
            try await group.waitForAll()
        }
        #expect(fixtures.allSatisfy { $0.cache.statistics.failures == 0 })
        let last = try open()
        for number in 0..<200 {
            let text = try await last.get(url: "http://example.com/\(number)").text
            #expect(text == "/\(number)")
        }
        #expect(last.requestCount == 0)
    }

    @Test("The disk is bounded: what was not used for longest goes, its files too") func bounded() async throws {
        let capacity = 20_000_000
        let fixture = try open(capacity: capacity, memory: 0)
        let content = Array(repeating: UInt8(7), count: 1_500_000)
        fixture.transport.on(.any, .bytes(content, headerFields: [.cacheControl: "max-age=1000"]), times: .any)
        for number in 0..<30 {
            time.seconds += 1
            try await fixture.get(url: "http://example.com/\(number)")
            await fixture.cache.flush()
        }
        let count = try contents().count
        #expect(count == capacity / content.count)
        #expect(fixture.requestCount == 30)
        try await fixture.get(url: "http://example.com/29")
        #expect(fixture.requestCount == 30)
        try await fixture.get(url: "http://example.com/0")
        #expect(fixture.requestCount == 31)
        // More than a tenth of the whole is not stored.
        fixture.cache.removeAll()
        await fixture.cache.flush()
        #expect(try contents().isEmpty)
    }

    @Test("Someone who reads goes on reading what is thrown away meanwhile") func removedWhileRead() async throws {
        try await fill()
        let fixture = try open()
        let response = try await fixture.client.get("http://example.com/large")
        let first = try #require(try await response.body.makeAsyncIterator().next())
        fixture.cache.removeAll()
        await fixture.cache.flush()
        #expect(try contents().isEmpty)
        #expect(try await first + response.collected().content == long)
    }

    @Test("A response that breaks off leaves nothing behind") func brokenOff() async throws {
        let fixture = try open()
        fixture.answer(
            .bytes(long, headerFields: [.cacheControl: "max-age=60"]).inChunks(of: 100_000).breakingOff(after: 2_500_000))
        await #expect(throws: HTTPClientError.self) { try await fixture.get() }
        await fixture.cache.flush()
        #expect(try contents().isEmpty)
        fixture.answer(.cacheable("whole"))
        #expect(try await fixture.get().text == "whole")
    }

    @Test("Files of programs that were killed are removed, those of others are not") func orphans() async throws {
        try await fill()
        let path = folder + "/content/"
        for name in ["00ff", "00fe"] { try Data([1]).write(to: URL(filePath: path + name)) }
        let old = Date(timeIntervalSince1970: Double(time.seconds - 7200))
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path + "00ff")
        let fixture = try open()
        await fixture.cache.flush()
        let left = try contents()
        #expect(!left.contains("00ff") && left.contains("00fe") && left.count == 2)
    }

    @Test("Content that was changed is not used") func changedContent() async throws {
        try await fill()
        let path = try folder + "/content/" + #require(contents().first)
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        bytes[2_000_000] ^= 1
        try Data(bytes).write(to: URL(filePath: path))
        let fixture = try open()
        fixture.answer(.cacheable("new"))
        #expect(try await fixture.get(url: "http://example.com/large").text == "new")
    }

    @Test("Content that has gone is not used") func missingContent() async throws {
        try await fill()
        try FileManager.default.removeItem(atPath: folder + "/content/" + #require(contents().first))
        let fixture = try open()
        fixture.answer(.cacheable("new"))
        #expect(try await fixture.get(url: "http://example.com/large").text == "new")
    }

    @Test("Whatever is wrong with the database, there is an answer, and it is right", arguments: 0..<24)
    func damaged(seed: Int) async throws {
        let fixture = try open()
        fixture.transport.on(.any) {
            .cacheable($0.url.path + String(repeating: "x", count: 3000), "max-age=60", [.eTag: "\"1\""])
        }
        for number in 0..<50 { try await fixture.get(url: "http://example.com/\(number)") }
        await fixture.cache.flush()
        try await closed(fixture)
        let path = folder + "/responses.sqlite"
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        var generator = SeededGenerator(UInt64(seed))
        switch seed % 4 {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
        case 1: bytes.replaceSubrange(0..<100, with: Array(repeating: 0x55, count: 100))
        default:
            for _ in 0..<100 {
                bytes[Int.random(in: 100..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
        }
        try Data(bytes).write(to: URL(filePath: path))
        let later = try open(memory: 0)
        later.transport.on(.any) { .cacheable($0.url.path + String(repeating: "x", count: 3000)) }
        // In the end it works again.
        var requests: [Int] = []
        for _ in 0..<5 {
            let count = later.requestCount
            for number in 0..<50 {
                #expect(try await later.get(url: "http://example.com/\(number)").text.hasPrefix("/\(number)x"))
            }
            await later.cache.flush()
            requests.append(later.requestCount - count)
        }
        #expect(requests.last == 0, "\(requests)")
    }

    /// Has the database folded into one file: a connection that is opened and closed does that.
    private func closed(_ fixture: CacheFixture) async throws {
        let program = try await Program.run(
            "/usr/bin/sqlite3", [folder + "/responses.sqlite", "PRAGMA wal_checkpoint(TRUNCATE)"])
        #expect(program.status == 0)
    }

    @Test("A database that becomes damaged while it is in use is begun anew") func damagedInUse() async throws {
        let fixture = try open(memory: 0)
        fixture.transport.on(.any) { .cacheable($0.url.path + String(repeating: "x", count: 3000)) }
        for number in 0..<50 { try await fixture.get(url: "http://example.com/\(number)") }
        await fixture.cache.flush()
        try await closed(fixture)
        let handle = try FileHandle(forUpdating: URL(filePath: folder + "/responses.sqlite"))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xAA, count: Int(size) - 4096))
        try handle.close()
        for _ in 0..<3 {
            for number in 100..<150 {
                #expect(try await fixture.get(url: "http://example.com/\(number)").text.hasPrefix("/\(number)x"))
            }
            await fixture.cache.flush()
        }
        let count = fixture.requestCount
        for number in 100..<150 { try await fixture.get(url: "http://example.com/\(number)") }
        #expect(fixture.requestCount == count)
    }

    @Test("Another program's database, or something else, is left alone") func foreign() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/responses.sqlite"
        #expect(try await Program.run("/usr/bin/sqlite3", [path, "CREATE TABLE t(x); INSERT INTO t VALUES(1)"]).status == 0)
        let error = #expect(throws: HTTPClientError.self) { try HTTPCache(folder: folder) }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("another program") == true)
        #expect(try await Program.run("/usr/bin/sqlite3", [path, "SELECT x FROM t"]).output == "1\n")
        #expect(throws: HTTPClientError.self) { try HTTPCache(folder: "/nowhere/cache") }
        #expect(throws: HTTPClientError.self) { try HTTPCache(folder: path) }
    }

    /// Answers with the path and much more, and tells how often it was asked.
    private func server() throws -> (RawServer, AsyncStream<Int>) {
        let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
        let count = Mutex(0)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                let path = request.line.split(separator: " ")[1]
                continuation.yield(
                    count.withLock {
                        $0 += 1; return $0
                    })
                // Every third is large enough for a file.
                let size = (Int(path.dropFirst()) ?? 0) % 3 == 0 ? 1_100_000 : 20_000
                connection.respond(
                    fields: "Cache-Control: max-age=600\r\n", body: path + " " + String(repeating: "x", count: size))
            }
        }
        return (server, counts)
    }

    @Test("A program that is killed while it stores leaves whole responses, or none", arguments: [3, 10, 25, 40])
    func killed(after limit: Int) async throws {
        let (server, counts) = try server()
        defer { server.stop() }
        let program = try BackgroundProgram(
            Program.built("CacheProgram"), [folder, server.url, "1000"], folder: BackgroundProgram.temporaryFolder())
        for await count in counts where count == limit { break }
        kill(program.processIdentifier, SIGKILL)
        withExtendedLifetime(program) {}
        let outcome = try await Program.run("CacheProgram", [folder, server.url, "\(limit + 5)"])
        #expect(outcome.status == 0)
        #expect(outcome.output == "all stored\n")
        let again = try await Program.run("CacheProgram", [folder, server.url, "\(limit + 5)"])
        #expect(again.output == "all stored\n")
    }

    @Test("On a full disk responses are not stored, and nobody is troubled", arguments: [20_000, 50_000, 500_000, 1_000_000])
    func fullDisk(limit: Int) async throws {
        let (server, _) = try server()
        defer { server.stop() }
        #expect(try await Program.run("CacheProgram", [folder, server.url, "1"]).status == 0)
        let outcome = try await Program.run("CacheProgram", [folder, server.url, "30", "\(limit)"])
        #expect(outcome.status == 0)
        #expect(outcome.output == "some not stored\n")
        let later = try await Program.run("CacheProgram", [folder, server.url, "30"])
        #expect(later.output == "all stored\n")
    }

    @Test("Records survive being written and read, and nothing else is one") func records() throws {
        let url = "http://example.com/ä"
        let fields: HTTPFields = [.cacheControl: "max-age=5", .setCookie: "a=ü", .vary: "Accept, Cookie"]
        let request = HTTPRequest(url: try WebURL(url), headerFields: [.accept: "x"])
        let rules = HTTPCache.Options().rules
        let stored = try #require(
            rules.stored(
                HTTPResponse(status: .init(code: 200, reasonPhrase: "OK"), headerFields: fields), to: request, requestTime: 7,
                responseTime: 9))
        for file in [nil, DiskRecord.File(name: "ab", size: 1 << 40, digest: [1, 2, 3])] {
            let record = DiskRecord(url: url, partition: "p", stored: stored, file: file)
            let bytes = record.bytes
            let read = try #require(DiskRecord(bytes, rules: rules))
            #expect(read.url == url && read.partition == "p" && read.file == file)
            #expect(read.stored.response == stored.response && read.stored.selectingFields == stored.selectingFields)
            #expect(read.stored.response.status.reasonPhrase == "OK")
            #expect(read.stored.age(at: 10) == stored.age(at: 10))
            for count in 0..<bytes.count { #expect(DiskRecord(Array(bytes.prefix(count)), rules: rules) == nil) }
        }
    }
}
