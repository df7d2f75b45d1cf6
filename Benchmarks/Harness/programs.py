"""What is measured: finds or builds the programs that take part."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from .running import Failure

OURS = "Retriever"
BENCHMARKS = Path(__file__).resolve().parent.parent
BUILT = BENCHMARKS / ".build"


class Missing(Exception):
    """A program that cannot take part; the text says how to get it."""


def build(command: list[str]) -> None:
    """Runs a compiler, and shows what it says when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=BENCHMARKS)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}:\n{done.stdout}")


def swift(product: str) -> list[str]:
    """A release build of one Swift program, of this package or the one it depends on."""
    build(["swift", "build", "-c", "release", "--product", product])
    # As it is installed, that is copied: of a file that a linker wrote page by page the kernel maps less at a time.
    program = shutil.copy(BUILT / "release" / product, BUILT / product)
    return [program]


def curl_multi() -> list[str]:
    """The yardstick."""
    BUILT.mkdir(exist_ok=True)
    program = str(BUILT / "curl-multi")
    build(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, "Peers/curl-multi.c", "-lcurl"])
    return [program]


def go_http() -> list[str]:
    """Go's net/http."""
    installed("go", "golang-go")
    program = str(BUILT / "go-http")
    build(["go", "build", "-o", program, "Peers/go-http/main.go"])
    return [program]


def pycurl() -> list[str]:
    """libcurl from Python: Debian's, since that is where its pycurl is."""
    command = ["/usr/bin/python3", str(BENCHMARKS / "Peers" / "pycurl-multi.py")]
    if subprocess.run([*command, "version"], capture_output=True).returncode != 0:
        raise Missing("python3-pycurl is not installed")
    return command


def installed(program: str, package: str | None = None) -> list[str]:
    """A command of the system."""
    if not shutil.which(program):
        raise Missing(f"{package or program} is not installed")
    return [program]


PROGRAMS: dict[str, Callable[[], list[str]]] = {
    OURS: lambda: swift("retriever-bench"),
    "C": curl_multi,
    "Go": go_http,
    "URLSession": lambda: swift("urlsession-bench"),
    "pycurl": pycurl,
    "curl": lambda: installed("curl"),
    "aria2": lambda: installed("aria2c", "aria2"),
    "wget": lambda: installed("wget"),
    "wrk": lambda: installed("wrk"),
    "retrieve": lambda: swift("retrieve"),
    "retriever-service": lambda: swift("retriever-service"),
}


class Programs:
    """The commands that start each program. All are built before anything is measured."""

    def __init__(self, needed: set[str], wanted: set[str]) -> None:
        """Raises `Missing` when one that is needed cannot take part."""
        self.commands: dict[str, list[str]] = {}
        self.missing: list[str] = []
        """Why others that are wanted cannot."""
        for name in sorted(needed | wanted):
            print(f"preparing {name}", file=sys.stderr)
            try:
                self.commands[name] = PROGRAMS[name]()
            except Missing as missing:
                if name in needed:
                    raise
                self.missing.append(str(missing))

    def command(self, name: str) -> list[str] | None:
        """How to start a program, or `None` when it cannot take part."""
        return self.commands.get(name)
