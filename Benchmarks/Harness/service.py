"""retriever-service, with a database of its own."""

import subprocess
from pathlib import Path

from .running import Failure, direct_environment


class Service:
    """A running service."""

    def __init__(self, command: list[str], port: int, folder: Path) -> None:
        self.process = subprocess.Popen(
            [*command, "--port", str(port), "--database", str(folder / "catalog.sqlite")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=direct_environment(),
        )
        assert self.process.stdout
        said = self.process.stdout.readline()
        if not said.startswith("listening on "):
            self.stop()
            raise Failure(f"retriever-service did not start: {said}")

    def stop(self) -> None:
        """Ends the service and waits until it has."""
        self.process.terminate()
        self.process.wait(10)
