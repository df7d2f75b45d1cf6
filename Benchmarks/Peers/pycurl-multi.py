#!/usr/bin/python3
"""The same requests by libcurl from Python, on one multi handle. Arguments and output: Benchmarks/README.md."""

import argparse
import json
import sys
import time
from io import BytesIO
from urllib.parse import urlencode

import pycurl

CANNOT = 64
FORM = {"name": "Ada Lovelace", "note": "a&b=c ü"}


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:
        print(f"pycurl-multi: {message}", file=sys.stderr)
        sys.exit(CANNOT)


class Transfer:
    """A handle that is used again and again."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.handle = pycurl.Curl()
        self.handle.transfer = self
        self.handle.setopt(pycurl.URL, options.url)
        self.handle.setopt(pycurl.NOSIGNAL, 1)
        self.handle.setopt(pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_2TLS if options.h2 else pycurl.CURL_HTTP_VERSION_1_1)
        self.handle.setopt(pycurl.PIPEWAIT, options.h2)
        if options.cacert:
            self.handle.setopt(pycurl.CAINFO, options.cacert)
        self.form = options.form

    def start(self, multi: pycurl.CurlMulti) -> None:
        self.content = BytesIO()
        self.began = time.perf_counter()
        self.handle.setopt(pycurl.WRITEFUNCTION, self.content.write)
        if self.form:
            self.handle.setopt(pycurl.POSTFIELDS, urlencode(FORM))
        multi.add_handle(self.handle)


class Round:
    """Requests, so many at a time."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.multi = pycurl.CurlMulti()
        self.transfers = [Transfer(options) for _ in range(options.concurrency)]

    def run(self, count: int) -> None:
        self.latencies: list[float] = []
        self.errors = self.bytes = self.sum = 0
        self.left = count
        for transfer in self.transfers[:count]:
            self.start(transfer)
        while len(self.latencies) < count:
            self.multi.perform()
            _, done, failed = self.multi.info_read()
            for handle in done:
                self.finish(handle, self.is_good(handle))
            for handle, _, reason in failed:
                print(f"pycurl-multi: {reason}", file=sys.stderr)
                self.finish(handle, False)
            if not done and not failed:
                self.multi.select(1.0)

    def start(self, transfer: Transfer) -> None:
        self.left -= 1
        transfer.start(self.multi)

    def is_good(self, handle: pycurl.Curl) -> bool:
        version = handle.getinfo(pycurl.INFO_HTTP_VERSION)
        return handle.getinfo(pycurl.RESPONSE_CODE) == 200 and (not self.options.h2 or version == pycurl.CURL_HTTP_VERSION_2_0)

    def finish(self, handle: pycurl.Curl, is_good: bool) -> None:
        transfer = handle.transfer
        self.multi.remove_handle(handle)
        content = transfer.content.getvalue()
        self.bytes = len(content)
        self.errors += not is_good
        if self.options.decode and is_good:
            self.sum += json.loads(content)["id"]
        self.latencies.append(time.perf_counter() - transfer.began)
        if self.left > 0:
            self.start(transfer)


def main() -> int:
    parser = Parser(add_help=False)
    parser.add_argument("command", choices=["get", "version"])
    for name in ("--url", "--cacert"):
        parser.add_argument(name)
    for name, standard in (("--requests", 1), ("--concurrency", 1), ("--warmup", 0)):
        parser.add_argument(name, type=int, default=standard)
    for name in ("--h2", "--decode", "--form"):
        parser.add_argument(name, action="store_true")
    options = parser.parse_args()
    if options.command == "version":
        print(pycurl.version)
        return 0
    round_ = Round(options)
    round_.run(options.warmup)
    start = time.perf_counter()
    round_.run(options.requests)
    seconds = time.perf_counter() - start
    latencies = sorted(round_.latencies)
    line = {"seconds": seconds, "requests": options.requests, "errors": round_.errors, "bytes": round_.bytes}
    line["p50us"] = latencies[len(latencies) // 2] * 1e6
    line["p99us"] = latencies[len(latencies) * 99 // 100] * 1e6
    if options.decode:
        line["sum"] = round_.sum
    print(json.dumps(line))
    return 1 if round_.errors else 0


sys.exit(main())
