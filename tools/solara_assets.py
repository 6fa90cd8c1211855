"""Puts the scripts of Solara's page where Solara looks for them, so that it needs no other network.

Solara fetches them from a CDN when its page is first opened. They are npm packages, and npm is
there for the other pages' tests.
"""

import re
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

CACHE = Path(sys.prefix, "share/solara/cdn")
"""Where Solara keeps what it has fetched."""
PACKAGE = re.compile(r"(?:@widgetti/)?(?:solara-vuetify3?-app|font-awesome|requirejs)@[\d.]+\d")


def wanted() -> set[str]:
    """The packages that the installed Solara asks for, such as ``requirejs@2.3.6``."""
    spec = find_spec("solara")
    assert spec is not None and spec.origin is not None
    server = Path(spec.origin).parent / "server"
    files = [file for file in server.rglob("*") if file.suffix in (".py", ".j2")]
    found = {name for file in files for name in PACKAGE.findall(file.read_text(encoding="utf-8"))}
    modern = int(version("ipyvuetify").partition(".")[0]) >= 3
    unused = "solara-vuetify-app@" if modern else "solara-vuetify3-app@"
    return {name for name in found if unused not in name}


def fetch(name: str) -> None:
    """Unpack a package where Solara would put its files."""
    with TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", "--pack-destination", folder, name],
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        [packed] = Path(folder).glob("*.tgz")
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
        (CACHE / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(Path(folder, "package"), CACHE / name)


def main() -> None:
    """Fetch what is not there yet."""
    for name in sorted(wanted()):
        if not (CACHE / name).is_dir():
            fetch(name)


if __name__ == "__main__":
    main()
