"""The server: nginx with one worker on 127.0.0.1, in a folder of its own."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from .running import Failure

CONTENT = b'{"id":201,"name":"Ada Lovelace","joke":"%s","categories":["science"]}'
CONTENT = CONTENT.replace(b"%s", b"x" * (110 - len(CONTENT) + 2))
"""What /json answers: 110 bytes."""
CONTENT_ID = 201

CONFIGURATION = """\
{user}
worker_processes 1;
daemon off;
pid nginx.pid;
error_log error.log;
events {{ worker_connections 16000; }}
worker_rlimit_nofile {descriptors};
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    open_file_cache max=16 inactive=1h;  # 10,000 transfers of one file share a descriptor
    open_file_cache_valid 1h;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    send_timeout 1h;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    server {{
        listen 127.0.0.1:{port} backlog=16384;
        listen 127.0.0.1:{tls_port} ssl http2 backlog=16384;
        ssl_certificate certificate.pem;
        ssl_certificate_key key.pem;
        root files;
        default_type application/json;
        location = /json {{ return 200 '{content}'; }}
        # Each connection gets 100 MB/s: what several at once are for.
        location = /limited {{ alias files/large; limit_rate 100m; limit_rate_after 0; }}
        # The head comes at once, then a byte now and then.
        location = /slow {{ alias files/large; limit_rate 100; limit_rate_after 1k; }}
    }}
}}
"""


class Nginx:
    """A running server. `file_size` is the length of `/large` in bytes."""

    def __init__(self, folder: Path, file_size: int) -> None:
        self.port, self.tls_port = free_ports(2)
        self.certificate = folder / "certificate.pem"
        self.file = folder / "files" / "large"
        self.file_size = file_size
        self.file.parent.mkdir()
        write_file(self.file, file_size)
        make_certificate(folder)
        configuration = folder / "nginx.conf"
        configuration.write_text(
            CONFIGURATION.format(
                user="user root;" if os.getuid() == 0 else "",
                descriptors=20000,
                port=self.port,
                tls_port=self.tls_port,
                content=CONTENT.decode(),
            )
        )
        self.log = folder / "error.log"
        self.process = subprocess.Popen(
            ["nginx", "-p", str(folder), "-e", str(self.log), "-c", str(configuration)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until_reachable(self.port, self.process, self.log)

    def url(self, path: str, tls: bool = False) -> str:
        """The URL of `path`, by name over TLS: an address has no server name indication."""
        return f"https://localhost:{self.tls_port}{path}" if tls else f"http://127.0.0.1:{self.port}{path}"

    def stop(self) -> None:
        """Ends the server and waits until it has."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


def free_ports(count: int) -> list[int]:
    """Ports of 127.0.0.1 that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def write_file(path: Path, size: int) -> None:
    """Fills a file so that no two MiB of it are alike: misplaced segments must show."""
    block = os.urandom(1 << 20)
    with path.open("wb") as file:
        for index in range(0, size, len(block)):
            file.write((index.to_bytes(8, "big") + block[8:])[: size - index])


def make_certificate(folder: Path) -> None:
    """A certificate for localhost that vouches for itself."""
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        + ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")],
        capture_output=True,
        text=True,
    )
    if made.returncode != 0:
        raise Failure(f"openssl made no certificate: {made.stderr}")


def wait_until_reachable(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Returns when something listens on `port`."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.02)
    raise Failure(f"nginx did not start: {log.read_text()[-500:] if log.exists() else ''}")
