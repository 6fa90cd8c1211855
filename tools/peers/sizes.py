"""How much a package takes on disk with all that it requires: ``installed_bytes("pgx")``.

Ours is installed from a clone that it stays in, so its Python files are counted where they are.
"""

import json
import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent.parent / "src"
NAMES = {"quadrille": "quadrille-lab"}
"""Distributions that are called otherwise than their package."""
EXTRAS = {"pettingzoo": ("pygame",)}
"""What its games need besides, for Connect Four."""


def installed_bytes(package: str) -> int:
    """Bytes of a package and of everything that it requires, compiled files left out."""
    waiting = [NAMES.get(package, package), *EXTRAS.get(package, ())]
    seen: dict[str, Distribution] = {}
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in seen:
            continue
        try:
            seen[name] = distribution(name)
        except PackageNotFoundError:
            continue  # not for this system
        waiting += required(seen[name])
    return sum(own_bytes(each) for each in seen.values())


def required(found: Distribution) -> list[str]:
    """The names of what a distribution requires without its extras."""
    lines = [line for line in found.requires or () if "extra ==" not in line]
    return [re.split(r"[^\w.-]", line.strip(), maxsplit=1)[0] for line in lines]


def own_bytes(found: Distribution) -> int:
    """Bytes of the files of a distribution."""
    files = {Path(str(file.locate())).resolve() for file in found.files or ()}
    if json.loads(found.read_text("direct_url.json") or "{}").get("dir_info", {}).get("editable"):
        files |= set(shipped_sources())
    wanted = (file for file in files if file.suffix != ".pyc" and file.is_file())
    return sum(file.stat().st_size for file in wanted)


def shipped_sources() -> list[Path]:
    """The files of the package that a wheel has, of those in the clone."""
    project = tomllib.loads((SOURCES.parent / "pyproject.toml").read_text())
    left_out = project["tool"]["scikit-build"]["wheel"]["exclude"]
    skipped = {file for pattern in left_out for file in SOURCES.glob(pattern)}
    every = (file.resolve() for file in (SOURCES / "quadrille").rglob("*"))
    return [file for file in every if file not in skipped and "__pycache__" not in file.parts]
