"""What is done to fill the table, and by whom."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import wrk
from .nginx import CONTENT, CONTENT_ID, Nginx
from .programs import OURS
from .running import Failure, Result, contract_line


@dataclass(frozen=True)
class Contestant:
    """How one program does a work. The words `{requests}` and `{warmup}` stand for numbers that depend on its speed."""

    program: str
    arguments: list[str]
    reading: Callable[[str], dict[str, Any]] = contract_line


@dataclass(frozen=True)
class Work:
    """What all contestants do in each round; ours is called `OURS`."""

    name: str
    contestants: dict[str, Contestant]
    check: Callable[[Result], None] = lambda result: None
    """Raises `Failure` when the work was not done."""
    concurrency: int = 1
    starts: int = 1
    """How often the program is started in a round."""
    samples_memory: bool = False
    output: Path | None = None
    """The file that is written."""
    runs_once: bool = False
    """One long run says it."""


def works(server: Nginx, output: Path, service_port: int, soak_requests: int) -> list[Work]:
    """All works. Downloads go to `output`; retriever-service listens on `service_port`."""
    certificate = ["--cacert", str(server.certificate)]
    return [
        get("get-32", server.url("/json"), 32),
        get("get-1", server.url("/json"), 1, ours=["--pool"]),
        get("get-1-loop", server.url("/json"), 1),
        get("get-512", server.url("/json"), 512),
        get("decoded-32", server.url("/json"), 32, decodes=True),
        get("decoded-1", server.url("/json"), 1, decodes=True),
        get("decoded-512", server.url("/json"), 512, decodes=True),
        get("tls-32", server.url("/json", tls=True), 32, extra=certificate),
        get("h2-32", server.url("/json", tls=True), 32, extra=[*certificate, "--h2"]),
        get("form-32", server.url("/json"), 32, extra=["--form"]),
        discard(server),
        to_file(server, output),
        segments(server, output),
        start(server),
        cached("cached", None),
        cached("cached-disk", output.with_name("cache")),
        miss(server),
        json("json-small", "small"),
        json("json-array", "array"),
        json("json-encoded", "encoded"),
        json_elements(),
        hold(server),
        soak(server, soak_requests),
        under_wrk(server, f"http://127.0.0.1:{service_port}/jokes/random"),
    ]


def get(
    name: str, url: str, concurrency: int, extra: list[str] | None = None, ours: list[str] | None = None, decodes: bool = False
) -> Work:
    """Requests for the small JSON. `extra` is for all, `ours` for us alone."""
    words = ["get", "--url", url, "--requests", "{requests}", "--warmup", "{warmup}"]
    words += ["--concurrency", str(concurrency), *(extra or [])]
    decode = ["--decode"] if decodes else []
    contestants = {OURS: Contestant(OURS, words + (ours or []) + decode), "C": Contestant("C", words)}
    for peer in ("Go", "URLSession", "pycurl"):
        contestants[peer] = Contestant(peer, words + decode)
    return Work(name, contestants, check_content, concurrency)


def check_content(result: Result) -> None:
    """That the bodies were read, and decoded where a sum says so."""
    line = result.line
    if line["bytes"] != len(CONTENT):
        raise Failure(f"read {line['bytes']} bytes instead of {len(CONTENT)}")
    if line.get("sum", expected := CONTENT_ID * line["requests"]) != expected:
        raise Failure(f"the decoded identifiers add up to {line['sum']} instead of {expected}")


def discard(server: Nginx) -> Work:
    """A download that nobody keeps."""
    words = ["download", "--url", server.url("/large")]

    def check(result: Result) -> None:
        if result.line["bytes"] != server.file_size:
            raise Failure(f"read {result.line['bytes']} bytes of {server.file_size}")

    contestants = {name: Contestant(name, words) for name in (OURS, "C", "Go", "URLSession")}
    return Work("discard", contestants, check, samples_memory=True)


def to_file(server: Nginx, output: Path) -> Work:
    """A download to a file."""
    url = server.url("/large")
    words = ["download", "--url", url, "--out", str(output)]
    contestants = {name: Contestant(name, words) for name in (OURS, "C", "Go", "URLSession")}
    contestants["curl"] = Contestant("curl", ["-s", "-o", str(output), url], silent)
    contestants["aria2"] = aria2(url, output, connections=1)
    contestants["wget"] = Contestant("wget", ["-q", "-O", str(output), url], silent)
    return Work("file", contestants, same_file(server.file, output), samples_memory=True, output=output)


def segments(server: Nginx, output: Path) -> Work:
    """A download by several connections from a server that limits each."""
    url = server.url("/limited")
    words = ["download", "--url", url, "--out", str(output), "--segments", "8"]
    contestants = {OURS: Contestant(OURS, words), "aria2": aria2(url, output, connections=8)}
    return Work("segments", contestants, same_file(server.file, output), output=output)


def aria2(url: str, output: Path, connections: int) -> Contestant:
    """aria2, which writes into the file as it is."""
    words = ["-q", "--no-conf", f"-x{connections}", f"-s{connections}", "--file-allocation=none"]
    return Contestant("aria2", [*words, "-d", str(output.parent), "-o", output.name, url], silent)


def same_file(original: Path, output: Path) -> Callable[[Result], None]:
    """That each byte is where it belongs."""

    def check(_: Result) -> None:
        if subprocess.run(["cmp", "-s", str(original), str(output)]).returncode != 0:
            raise Failure("the file differs from the server's")

    return check


def start(server: Nginx) -> Work:
    """A whole process that makes one request."""
    url = server.url("/json")
    contestants = {
        OURS: Contestant("retrieve", [url], shows_content),
        "curl": Contestant("curl", ["-s", url], shows_content),
        "wget": Contestant("wget", ["-qO-", url], shows_content),
    }
    return Work("start", contestants, starts=20)


def cached(name: str, folder: Path | None) -> Work:
    """Answers from the cache, in memory or in a folder."""
    words = ["cached", "--requests", "{requests}", *(["--out", str(folder)] if folder else [])]
    return Work(name, {OURS: Contestant(OURS, words)})


def miss(server: Nginx) -> Work:
    """Requests that a cache does not help, though it stores their responses."""
    words = ["get", "--url", server.url("/json"), "--requests", "{requests}", "--warmup", "{warmup}", "--concurrency", "1"]
    without = Contestant(OURS, words)
    return Work("miss", {OURS: Contestant(OURS, [*words, "--cache"]), "without": without}, check_content)


def json(name: str, document: str) -> Work:
    """A document that is decoded or encoded, by the library and by Foundation."""
    words = ["json", "--document", document, "--requests", "{requests}", "--warmup", "{warmup}"]
    return Work(name, {OURS: Contestant(OURS, words), "Foundation": Contestant(OURS, [*words, "--foundation"])})


def json_elements() -> Work:
    """The elements of an array of 100 MB as they arrive."""
    return Work("json-elements", {OURS: Contestant(OURS, ["json", "--document", "elements"])}, samples_memory=True, runs_once=True)


def silent(_: str) -> dict[str, Any]:
    """For commands that print nothing about themselves."""
    return {}


def shows_content(output: str) -> dict[str, Any]:
    """For commands that print what they receive."""
    if "Ada Lovelace" not in output:
        raise Failure(f"printed {output[:80]!r} instead of the content")
    return {}


def hold(server: Nginx) -> Work:
    """10,000 transfers, all open at once."""

    def check(result: Result) -> None:
        if result.line["loops"] < 1:
            raise Failure("no thread has the name of a loop")

    words = ["hold", "--url", server.url("/slow"), "--concurrency", "10000", "--loops", "1"]
    return Work("hold", {OURS: Contestant(OURS, words)}, check, runs_once=True)


def soak(server: Nginx, requests: int) -> Work:
    """Very many requests by one process."""
    words = ["soak", "--url", server.url("/json"), "--requests", str(requests), "--concurrency", "32"]
    return Work("soak", {OURS: Contestant(OURS, words)}, runs_once=True)


def under_wrk(server: Nginx, url: str) -> Work:
    """The service beside nginx answering a constant."""
    contestants = {
        OURS: Contestant("wrk", wrk.arguments(url), wrk.reading),
        "nginx": Contestant("wrk", wrk.arguments(server.url("/json")), wrk.reading),
    }
    return Work("service", contestants)
