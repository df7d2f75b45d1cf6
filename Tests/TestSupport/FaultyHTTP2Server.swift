import Foundation

/// A server of HTTP/2 over TLS that does what the path says (Debian's python3-h2). Requests are counted by path over all its life.
///
/// - `/ok` answers 200 with the number of this connection.
/// - `/refuse-once`, `/refuse`: resets the stream as not processed (REFUSED_STREAM), the first time or each time.
/// - `/away-once`: says that it did not process the stream (GOAWAY below it), and closes, the first time.
/// - `/away`: says that it did process the stream, and closes without a response (GOAWAY with ENHANCE_YOUR_CALM).
/// - `/fail`: resets the stream with INTERNAL_ERROR; `/fail-late` after half of the content.
/// - `/count?path`: how many requests with a path have come.
package struct FaultyHTTP2Server: Sendable {
    private let program: BackgroundProgram
    package let port: UInt16

    package init(_ issued: TestAuthority.Issued) throws {
        port = try Loopback.unusedPort()
        let script = """
            import socket, ssl, threading, collections
            import h2.config, h2.connection, h2.events, h2.errors
            counts = collections.Counter()
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("\(issued.chain)", "\(issued.key)")
            context.set_alpn_protocols(["h2"])

            def answer(conn, stream, text):
                conn.send_headers(stream, [(":status", "200"), ("content-length", str(len(text)))])
                conn.send_data(stream, text.encode(), end_stream=True)

            def handle(conn, stream, path, number):
                counts[path] += 1
                name = path.split("?")[0]
                first = counts[path] == 1
                if name == "/refuse" or name == "/refuse-once" and first:
                    conn.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
                elif name == "/away-once" and first:
                    conn.close_connection(h2.errors.ErrorCodes.NO_ERROR, last_stream_id=max(0, stream - 2))
                    return False
                elif name == "/away":
                    conn.close_connection(h2.errors.ErrorCodes.ENHANCE_YOUR_CALM, last_stream_id=stream)
                    return False
                elif name == "/fail":
                    conn.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
                elif name == "/fail-late":
                    conn.send_headers(stream, [(":status", "200"), ("content-length", "10")])
                    conn.send_data(stream, b"half!")
                    conn.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
                elif name == "/count":
                    answer(conn, stream, str(counts[path.split("?")[1]]))
                else:
                    answer(conn, stream, str(number))
                return True

            def serve(client, number):
                try:
                    client = context.wrap_socket(client, server_side=True)
                    conn = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
                    conn.initiate_connection()
                    client.sendall(conn.data_to_send())
                    paths = {}
                    while True:
                        data = client.recv(65536)
                        if not data: return
                        for event in conn.receive_data(data):
                            if isinstance(event, h2.events.RequestReceived):
                                paths[event.stream_id] = dict(event.headers)[":path"]
                            elif isinstance(event, h2.events.DataReceived):
                                conn.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                            elif isinstance(event, h2.events.StreamEnded):
                                if not handle(conn, event.stream_id, paths[event.stream_id], number):
                                    client.sendall(conn.data_to_send())
                                    client.shutdown(socket.SHUT_WR)
                                    # Closed with requests unread, the socket would reset, and take answers on the way with it.
                                    while client.recv(65536): pass
                                    return
                        client.sendall(conn.data_to_send())
                except (OSError, h2.exceptions.ProtocolError):
                    pass
                finally:
                    client.close()

            listener = socket.create_server(("127.0.0.1", \(port)), backlog=128)
            number = 0
            while True:
                client, _ = listener.accept()
                number += 1
                threading.Thread(target=serve, args=(client, number), daemon=True).start()
            """
        program = try BackgroundProgram("/usr/bin/python3", ["-c", script], folder: BackgroundProgram.temporaryFolder())
        try BackgroundProgram.waitForListener(on: port)
    }
}
