import Foundation
import Glibc
import Synchronization

/// A program that runs beside a test and is killed with it, or with the tests when the test keeps it for all others.
package final class BackgroundProgram: Sendable {
    private static let running: Mutex<Set<pid_t>> = {
        atexit { for process in BackgroundProgram.running.withLock({ $0 }) { kill(process, SIGKILL) } }
        return Mutex([])
    }()

    package let folder: URL
    package let processIdentifier: pid_t

    /// Starts a program; `folder` is removed when it ends.
    package init(_ executable: String, _ arguments: [String], folder: URL) throws {
        self.folder = folder
        let process = try Spawn(executable, arguments).start()
        processIdentifier = process
        Self.running.withLock { _ = $0.insert(process) }
    }

    deinit {
        Self.running.withLock { [processIdentifier] in _ = $0.remove(processIdentifier) }
        kill(processIdentifier, SIGKILL)
        _ = Spawn.blockingWait(for: processIdentifier)
        try? FileManager.default.removeItem(at: folder)
    }

    package static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "retriever-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Waits until something accepts connections on a port of 127.0.0.1.
    package static func waitForListener(on port: UInt16) throws {
        for _ in 0..<3000 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            address.sin_port = port.bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let connected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
            }
            if connected { return }
            var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
            nanosleep(&pause, nil)
        }
        throw Loopback.SocketError()
    }
}

/// nginx with a server block of the test's own.
package struct Nginx: Sendable {
    private let program: BackgroundProgram
    package let port: UInt16

    /// - Parameters:
    ///   - server: Directives of the server block; `listen` is added, with `listenOptions` such as "ssl".
    ///   - files: Files for the folder that is both root and prefix, by name.
    package init(server: String, listenOptions: String = "", files: [String: Data] = [:]) throws {
        let folder = try BackgroundProgram.temporaryFolder()
        let port = try Loopback.unusedPort()
        for (name, content) in files { try content.write(to: folder.appending(path: name)) }
        let configuration = """
            daemon off; master_process off; worker_processes 1; pid \(folder.path)/pid; error_log \(folder.path)/error.log;
            events { worker_connections 2048; }
            http {
              access_log off; default_type application/octet-stream;
              client_body_temp_path \(folder.path)/body; proxy_temp_path \(folder.path)/proxy;
              fastcgi_temp_path \(folder.path)/fastcgi; uwsgi_temp_path \(folder.path)/uwsgi; scgi_temp_path \(folder.path)/scgi;
              server { listen 127.0.0.1:\(port) \(listenOptions); root \(folder.path); \(server) }
            }
            """
        try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
        program = try BackgroundProgram(
            "/usr/sbin/nginx", ["-p", folder.path, "-c", "nginx.conf", "-e", "\(folder.path)/error.log"], folder: folder)
        self.port = port
        try BackgroundProgram.waitForListener(on: port)
    }
}

/// httpbin, Debian's python3-httpbin.
package struct HTTPBin: Sendable {
    private let program: BackgroundProgram
    package let url: String

    package init() throws {
        let port = try Loopback.unusedPort()
        let script = """
            from werkzeug.serving import run_simple, WSGIRequestHandler
            WSGIRequestHandler.protocol_version = "HTTP/1.1"
            from httpbin import app
            run_simple("127.0.0.1", \(port), app, threaded=True)
            """
        program = try BackgroundProgram(
            "/usr/bin/python3", ["-c", script], folder: BackgroundProgram.temporaryFolder())
        url = "http://127.0.0.1:\(port)"
        try BackgroundProgram.waitForListener(on: port)
    }
}

/// A self-signed certificate for 127.0.0.1 and localhost, made by the openssl command.
package func makeSelfSignedCertificate() throws -> (certificate: Data, key: Data) {
    let folder = try TemporaryFolder()
    let outcome = try Program.blockingRun(
        "/usr/bin/openssl",
        [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", folder.file("key.pem"), "-out", folder.file("cert.pem"),
        ])
    guard outcome.status == 0 else { throw SpawnError(description: outcome.errors) }
    func content(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder.file(name))) }
    return (try content("cert.pem"), try content("key.pem"))
}
