import Foundation

/// A server for HTTP/2 over TLS only, Debian's python3-h2. The path says how it answers:
///
/// - `/echo`: at once, and then with each part of the content as it comes
/// - `/count`: at the end of the content, with the fields that frame it and how much came
/// - `/refuse`: with 413 as soon as the first of the content has come
/// - `/hints`: with 103, then 200
/// - `/trailers`: with content and a trailer section
package struct HTTP2Server: Sendable {
    private let program: BackgroundProgram
    package let url: String
    /// The file of the certificate to trust.
    package let certificateFile: String

    package init() throws {
        let folder = try BackgroundProgram.temporaryFolder()
        let (certificate, key) = try makeSelfSignedCertificate()
        let files = [("cert.pem", certificate), ("key.pem", key), ("server.py", Data(Self.script.utf8))]
        for (name, content) in files { try content.write(to: folder.appending(path: name)) }
        let port = try Loopback.unusedPort()
        program = try BackgroundProgram(
            "/usr/bin/python3", [folder.appending(path: "server.py").path, folder.path, "\(port)"], folder: folder)
        url = "https://127.0.0.1:\(port)"
        certificateFile = folder.appending(path: "cert.pem").path
        try BackgroundProgram.waitForListener(on: port)
    }

    private static let script = #"""
        import socket, ssl, sys, threading
        import h2.config, h2.connection, h2.events

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1] + "/cert.pem", sys.argv[1] + "/key.pem")
        context.set_alpn_protocols(["h2"])

        class Connection:
            def __init__(self, tls):
                self.tls = tls
                self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
                self.paths, self.received, self.framing, self.waiting = {}, {}, {}, {}

            def run(self):
                self.h2.initiate_connection()
                self.flush()
                while data := self.tls.recv(65536):
                    for event in self.h2.receive_data(data):
                        self.handle(event)
                    self.flush()

            def flush(self):
                self.tls.sendall(self.h2.data_to_send())

            def respond(self, stream, text, status="200"):
                self.h2.send_headers(stream, [(":status", status), ("content-length", str(len(text)))])
                self.h2.send_data(stream, text.encode(), end_stream=True)

            def handle(self, event):
                stream = getattr(event, "stream_id", None)
                if isinstance(event, h2.events.RequestReceived):
                    fields = {name.decode(): value.decode() for name, value in event.headers}
                    path = self.paths[stream] = fields[":path"]
                    self.received[stream] = 0
                    self.framing[stream] = {name for name in fields if name in ("content-length", "transfer-encoding", "expect")}
                    if path == "/echo":
                        self.h2.send_headers(stream, [(":status", "200")])
                    elif path == "/hints":
                        self.h2.send_headers(stream, [(":status", "103"), ("link", "</style.css>")])
                        self.respond(stream, "ok")
                    elif path == "/trailers":
                        self.h2.send_headers(stream, [(":status", "200")])
                        self.h2.send_data(stream, b"content")
                        self.h2.send_headers(stream, [("x-checksum", "abc")], end_stream=True)
                elif isinstance(event, h2.events.DataReceived):
                    self.received[stream] += len(event.data)
                    self.h2.acknowledge_received_data(event.flow_controlled_length, stream)
                    if self.paths[stream] == "/echo":
                        self.echo(stream, event.data)
                    elif self.paths[stream] == "/refuse":
                        self.respond(stream, "too much", "413")
                        self.paths[stream] = ""
                elif isinstance(event, h2.events.WindowUpdated):
                    for stream in list(self.waiting):
                        self.echo(stream, b"")
                elif isinstance(event, h2.events.StreamEnded):
                    if self.paths[stream] == "/echo":
                        self.echo(stream, None)
                    elif self.paths[stream] == "/count":
                        self.respond(stream, " ".join(sorted(self.framing[stream]) + [str(self.received[stream])]))

            def echo(self, stream, data):
                data, ends = self.waiting.pop(stream, b"") + (data or b""), data is None
                while data and (room := min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size)) > 0:
                    self.h2.send_data(stream, data[:room])
                    data = data[room:]
                if data:
                    self.waiting[stream] = data
                elif ends:
                    self.h2.end_stream(stream)

        def serve(client):
            try:
                Connection(context.wrap_socket(client, server_side=True)).run()
            except (OSError, h2.exceptions.H2Error):
                pass

        listener = socket.create_server(("127.0.0.1", int(sys.argv[2])))
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """#
}
