"""Make the source distribution and the wheel of this version, ready to be published.

    tools/wheel.py FOLDER

The wheel is built from the source distribution, which shows that nothing is missing there. It holds
the native modules twice, for any x86-64 processor and for x86-64-v3, of which the import chooses
(core/instructions.py); it needs no later C library than the oldest whose symbols it uses, which
auditwheel finds out and writes into its name.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(*command: str | Path) -> None:
    """Run a module of this interpreter's environment, whose programs it finds, in the project."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # -P: the folder `build` of the project is not the package of that name.
    subprocess.run(
        [sys.executable, "-P", "-m", *map(str, command)],
        check=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
    )


def make(folder: Path) -> None:
    """Write both to a folder, in the place of older ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("quadrille_lab-*.whl"), *folder.glob("quadrille_lab-*.tar.gz")):
        old.unlink()
    with tempfile.TemporaryDirectory() as scratch:
        built = Path(scratch)
        define = "--config-setting=cmake.define.QUADRILLE_FOR_WHEEL=ON"
        run("build", "--no-isolation", define, "--outdir", built)
        (source,) = built.glob("*.tar.gz")
        (wheel,) = built.glob("*.whl")
        run("auditwheel", "repair", "--wheel-dir", folder.resolve(), wheel)
        source.rename(folder / source.name)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make(Path(sys.argv[1]))
