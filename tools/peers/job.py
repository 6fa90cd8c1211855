"""Do one job for a while: ``python -m peers.job PACKAGE MEASURE SECONDS CORE`` prints its cost.

With the measure ``import`` it prints the CPU seconds of importing the package, with ``install
size`` the bytes of the package and of what it requires.
"""

import json
import os
import sys
import time
from importlib import import_module

from peers.jobs import MEASURES
from peers.sizes import installed_bytes

MODULES = {"open_spiel": "pyspiel"}


def main(package: str, measure: str, seconds: float, core: int) -> dict[str, float]:
    """What was done, and the CPU seconds of it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    start = time.process_time()
    if measure == "import":
        import_module(MODULES.get(package, package))
        return {"units": 1, "seconds": time.process_time() - start}
    if measure == "install size":
        return {"units": installed_bytes(package), "seconds": 1}
    work = MEASURES[measure].jobs[package]()
    work()
    units, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        units += work()
    return {"units": units, "seconds": spent}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))))
