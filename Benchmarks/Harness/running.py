"""Runs one program once and says what that took."""

import json
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CANNOT = 64
"""The exit status by which a program says that it cannot do what is asked."""
TIME_LIMIT = 300.0
"""Seconds after which a program is taken to hang."""


class Failure(Exception):
    """A program that did not do its work; the text says why, for the table's notes."""


class Unable(Failure):
    """A program that says it cannot do this kind of work."""


@dataclass
class Result:
    """One run. Times are in seconds, memory in KiB."""

    wall: float
    """From before the start of the process to after its end."""
    cpu: float
    """Processor time of the process and its children, in user and kernel mode."""
    peak: int = 0
    """Largest resident memory, when it was asked for."""
    line: dict[str, Any] = field(default_factory=dict)
    """What the program printed about itself."""
    warmup: int = 0
    """Requests that the line does not count."""
    written: int = 0
    """Bytes in the file that was asked for."""


def contract_line(output: str) -> dict[str, Any]:
    """The line of JSON that the benchmark programs print."""
    lines = output.strip().splitlines()
    try:
        line: dict[str, Any] = json.loads(lines[-1])
    except (IndexError, ValueError):
        raise Failure(f"printed no line of JSON but {output[:80]!r}") from None
    if line.get("errors"):
        raise Failure(f"{line['errors']} of {line['requests']} requests failed")
    return line


def run(
    command: list[str],
    reading: Callable[[str], dict[str, Any]] = contract_line,
    samples_memory: bool = False,
) -> Result:
    """Runs `command` to its end.

    Raises `Unable` or `Failure`.
    """
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as complaints:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=complaints, env=direct_environment())
        peak = wait(process.pid, start + TIME_LIMIT, samples_memory)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)  # or Popen would look for it
        output.seek(0)
        complaints.seek(0)
        if process.returncode != 0:
            said = complaints.read().strip().splitlines()
            reason = said[-1] if said else f"ended with {process.returncode}"
            raise (Unable if process.returncode == CANNOT else Failure)(reason)
        return Result(wall, usage.ru_utime + usage.ru_stime, peak, reading(output.read()))


def wait(pid: int, deadline: float, samples_memory: bool) -> int:
    """Waits for the end of a process, without reaping it, and answers its largest memory in KiB.

    The kernel's own `ru_maxrss` will not do: it survives exec, so it would never be less than the memory of this program.
    """
    peak = 0
    descriptor = os.pidfd_open(pid)
    try:
        while not select.select([descriptor], [], [], 0.005 if samples_memory else 1)[0]:
            if samples_memory:
                peak = max(peak, high_water_mark(pid))
            if time.perf_counter() > deadline:
                os.kill(pid, signal.SIGKILL)
    except BaseException:  # who interrupts us means this one too
        os.kill(pid, signal.SIGKILL)
        raise
    finally:
        os.close(descriptor)
    return peak


def high_water_mark(pid: int) -> int:
    """The largest resident memory so far, in KiB; 0 when the process is gone."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def direct_environment() -> dict[str, str]:
    """Ours without proxies: all servers are on this machine."""
    return {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
