"""Native modules for this processor: wheels hold two builds of each, of which one is imported.

The modules in their places run on any x86-64 processor. A wheel has them once more below
``quadrille/_x86_64_v3``, for processors with AVX2, BMI2 and FMA, which most have since 2013. A
build from source has no such folder: it was made for the machine. To ask for the modules that run
anywhere, set ``QUADRILLE_INSTRUCTIONS=baseline`` in the environment.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent.parent
V3_FLAGS = frozenset(["abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"])
"""What Linux calls the instructions of x86-64-v3 beyond those of any processor that has AVX2."""


class NativeModuleFinder:
    """Finds the modules ``_core`` of the package in a second tree of folders."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module in the tree; None for other modules and for those that it lacks."""
        if not (name.startswith("quadrille.") and name.endswith("._core")):
            return None
        for file in self.root.joinpath(*name.split(".")[1:-1]).glob("_core*.so"):
            return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))
        return None


def has_v3(cpu_info: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the first processor, as Linux describes it, runs x86-64-v3."""
    try:
        with cpu_info.open(encoding="utf-8", errors="replace") as lines:
            flags = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return False
    return set(flags.split()) >= V3_FLAGS


def use_best_modules() -> None:
    """Let native modules be imported from the better build, if there is one that runs here."""
    root = PACKAGE / "_x86_64_v3"
    wanted = os.environ.get("QUADRILLE_INSTRUCTIONS", "")
    if root.is_dir() and wanted != "baseline" and has_v3():
        sys.meta_path.insert(0, NativeModuleFinder(root))
