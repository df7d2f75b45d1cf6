"""The command line of Benchmarks/run."""

import argparse
import os
import resource
import shutil
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from .nginx import Nginx, free_ports
from .programs import OURS, Missing, Programs, installed
from .rounds import measure
from .rows import ROWS, Row
from .running import Failure
from .service import Service
from .table import judge, markdown
from .works import Work, works

DESCRIPTION = """\
Measures Retriever beside its peers, in turn, against nginx on 127.0.0.1, and prints a Markdown table.
Exit status: 0 all bars are met, 1 one is missed, 2 it could not be measured."""


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        "Benchmarks/run", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", metavar="ROW", help="rows whose names begin with ROW; repeatable")
    parser.add_argument("--rounds", type=positive, metavar="N", help="15, unless given, which tells a few percent apart")
    parser.add_argument("--quick", action="store_true", help="3 rounds, smaller downloads: shows factors only")
    parser.add_argument("--size", type=positive, metavar="MIB", help="size of the downloads; 1024 unless given")
    parser.add_argument("--folder", type=Path, help="where downloads are kept; in memory unless given")
    parser.add_argument("--list", action="store_true", help="list the rows and their bars")
    return parser.parse_args()


def positive(text: str) -> int:
    """A number from 1."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def main() -> int:
    """Measures, and answers the exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # the servers must be stopped then, too
    wanted = arguments()
    rows = [row for row in ROWS if any(row.name.startswith(name) for name in wanted.only or [""])]
    if not rows:
        print(f"no row is called {' or '.join(wanted.only)}; see --list", file=sys.stderr)
        return 2
    if wanted.list:
        for row in rows:
            print(f"{row.name:14} {row.title:52} {row.bars_text}".rstrip())
        return 0
    size = (wanted.size or (256 if wanted.quick else 1024)) << 20
    rounds = wanted.rounds or (3 if wanted.quick else 15)
    try:
        with tempfile.TemporaryDirectory(prefix="retriever-bench-", dir=wanted.folder or roomy_folder(3 * size)) as folder:
            return run(rows, Path(folder), size, rounds, soak_requests=100_000 if wanted.quick else 1_000_000)
    except Missing as missing:
        print(f"{missing}; `scripts/setup benchmarks` installs all that is needed", file=sys.stderr)
        return 2
    except (Failure, OSError) as failure:
        print(failure, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def run(rows: list[Row], folder: Path, size: int, rounds: int, soak_requests: int) -> int:
    """Measures these rows and prints the table."""
    allow_descriptors()
    installed("nginx", "nginx-light")
    installed("openssl")
    with ExitStack() as ending:
        server = Nginx(folder, size)
        ending.callback(server.stop)
        service_port = free_ports(1)[0]
        chosen = [
            work
            for work in works(server, folder / "downloaded", service_port, soak_requests)
            if any(row.work == work.name for row in rows)
        ]
        programs = prepare(chosen)
        if service := programs.command("retriever-service"):
            ending.callback(Service(service, service_port, folder).stop)
        outcomes = {work.name: measure(work, rounds, programs) for work in chosen}
    verdicts = [judge(row, outcomes[row.work]) for row in rows]
    print(markdown(verdicts))
    print(f"\n{os.cpu_count()} cores, {rounds} rounds, downloads of {size >> 20} MiB, {soak_requests:,} requests in `soak`.")
    if programs.missing:
        print(f"Not measured: {', '.join(programs.missing)}; `scripts/setup benchmarks` installs all peers.")
    return 1 if any(verdict.is_missed for verdict in verdicts) else 0


def prepare(chosen: list[Work]) -> Programs:
    """Builds what takes part. We cannot be missing, and neither can what measures us."""
    needed = {work.contestants[OURS].program for work in chosen}
    if any(work.name == "service" for work in chosen):
        needed.add("retriever-service")
    return Programs(needed, {contestant.program for work in chosen for contestant in work.contestants.values()})


def roomy_folder(size: int) -> str | None:
    """A folder in memory, so that no disk is measured, or `None` for the usual one."""
    memory = "/dev/shm"
    fits = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > size
    return memory if fits else None


def allow_descriptors() -> None:
    """Thousands of connections need as many descriptors as the system lets a process have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
