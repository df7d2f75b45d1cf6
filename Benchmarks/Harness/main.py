"""The command line of Benchmarks/run."""

import argparse
import os
import resource
import shutil
import sys
import tempfile
from pathlib import Path

from .nginx import Nginx
from .programs import Missing, Programs, installed
from .rounds import Outcome, measure
from .rows import ROWS, Row, works
from .running import Failure
from .table import judge, markdown

DESCRIPTION = """\
Measures Retriever beside its peers, in turn, against nginx on 127.0.0.1; prints a Markdown table.
Exit status: 0 all bars are met, 1 one is missed, 2 it could not be measured."""


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        "Benchmarks/run", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=positive, help="rounds of each row; 15 tell 5 %% apart (default 15)")
    parser.add_argument("--quick", action="store_true", help="3 rounds and smaller files: shows factors only")
    parser.add_argument("--only", action="append", default=[], metavar="ROW", help="rows whose name begins so; repeatable")
    parser.add_argument("--size", type=positive, metavar="MIB", help="size of the downloads (default 1024)")
    parser.add_argument("--folder", type=Path, help="where downloads are kept (default: in memory where it fits)")
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
    wanted = arguments()
    rows = [row for row in ROWS if not wanted.only or any(row.name.startswith(name) for name in wanted.only)]
    if not rows:
        print(f"no row is called {', '.join(wanted.only)}; see --list", file=sys.stderr)
        return 2
    if wanted.list:
        print(markdown_list(rows))
        return 0
    size = (wanted.size or (256 if wanted.quick else 1024)) << 20
    with tempfile.TemporaryDirectory(prefix="retriever-bench-", dir=wanted.folder or roomy_folder(3 * size)) as folder:
        try:
            return run(rows, Path(folder), size, wanted.rounds or (3 if wanted.quick else 15))
        except Failure as failure:
            print(failure, file=sys.stderr)
            return 2
        except Missing as missing:
            print(f"{missing}; scripts/setup benchmarks installs what is measured", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            return 130


def run(rows: list[Row], folder: Path, size: int, rounds: int) -> int:
    """Measures these rows."""
    allow_descriptors()
    installed("nginx", "nginx-light")
    programs = Programs()
    server = Nginx(folder, size)
    try:
        outcomes: dict[str, Outcome] = {}
        for work in works(server):
            if any(row.work == work.name for row in rows):
                outcomes[work.name] = measure(work, rounds, programs)
    finally:
        server.stop()
    verdicts = [judge(row, outcomes[row.work]) for row in rows]
    print(markdown(verdicts))
    if programs.missing:
        print(f"\nNot measured: {'; '.join(programs.missing)}. `scripts/setup benchmarks` installs all peers.")
    return 1 if any(verdict.is_missed for verdict in verdicts) else 0


def markdown_list(rows: list[Row]) -> str:
    """The rows without numbers."""
    return "\n".join(f"{row.name:14} {row.title}" for row in rows)


def roomy_folder(size: int) -> str | None:
    """A folder in memory, so that no disk is measured, or `None` for the usual one."""
    memory = "/dev/shm"
    fits = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > size
    return memory if fits else None


def allow_descriptors() -> None:
    """Thousands of connections need as many descriptors as the system lets a process have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
