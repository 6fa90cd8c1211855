"""Run a program that must succeed, and show what it said if it does not."""

import os
import subprocess
from pathlib import Path


def run(*command: str | Path, **environment: str) -> str:
    """What it writes to standard output; `environment` is added to ours."""
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout
