"""Build the documentation site: ``make docs``."""

import subprocess
import sys
from pathlib import Path

from book.contents import ROOT
from book.stage import stage

FOLDER = ROOT / "build" / "book"


def build(folder: Path) -> int:
    """Write the pages and let Zensical make the site, where every warning is an error."""
    zensical = Path(sys.executable).parent / "zensical"
    configuration = stage(folder)
    return subprocess.run(
        [zensical, "build", "--strict", "--config-file", configuration], check=False
    ).returncode


if __name__ == "__main__":
    if code := build(FOLDER):
        sys.exit(code)
    print(f"open {(FOLDER / 'site' / 'index.html').relative_to(ROOT)}")
