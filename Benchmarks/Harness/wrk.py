"""wrk, which measures servers."""

import re
from typing import Any

from .running import Failure


def arguments(url: str) -> list[str]:
    """One thread, so that the server has the other core, and the shortest time wrk knows."""
    return ["-t1", "-c32", "-d1s", url]


def reading(output: str) -> dict[str, Any]:
    """What wrk has counted."""
    counted = re.search(r"(\d+) requests in ([\d.]+)s", output)
    if not counted:
        raise Failure(f"wrk printed {output[:80]!r}")
    trouble = re.search(r"(Non-2xx.*|Socket errors.*)", output)
    if trouble:
        raise Failure(trouble[1])
    return {"requests": int(counted[1]), "seconds": float(counted[2])}
