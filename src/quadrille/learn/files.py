"""Files that are there whole or not at all, however a process ends."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file that replaces its predecessor in one step."""
    new = path.with_name(f"{path.name}.new")
    with open(new, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a JSON object in one step."""
    write_atomically(path, (json.dumps(content, indent=2, allow_nan=False) + "\n").encode())
