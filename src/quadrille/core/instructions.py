"""Native modules for this processor: wheels hold two builds of each, of which one is imported.

The modules in their places run on any x86-64 processor. A wheel has them once more below
``quadrille/_x86_64_v3``, for processors with AVX2, BMI2 and FMA, which most have since 2013; a build
from source has no such folder, since it was made for the machine. ``QUADRILLE_INSTRUCTIONS=baseline``
in the environment asks for the former.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent.parent
V3_FLAGS = frozenset("abm avx2 bmi1 bmi2 f16c fma movbe".split())
"""What Linux calls the instructions of x86-64-v3 beyond those of any processor that has AVX2."""


class NativeModuleFinder:
    """Finds the modules ``_core`` of the package in a second tree of folders."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module in the tree; None for other modules and for those that it lacks."""
        package, *folders, last = name.split(".")
        if package != "quadrille" or last != "_core":
            return None
        for file in self.root.joinpath(*folders).glob("_core*.so"):
            return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))
        return None


def has_v3(cpu_info: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the first processor, as Linux describes it, runs x86-64-v3."""
    try:
        with cpu_info.open(encoding="utf-8", errors="replace") as lines:
            flags = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return False
    return V3_FLAGS <= set(flags.split())


def use_best_modules() -> None:
    """Let native modules be imported from the better build, if there is one that runs here."""
    root = PACKAGE / "_x86_64_v3"
    wanted = os.environ.get("QUADRILLE_INSTRUCTIONS", "")
    if root.is_dir() and wanted != "baseline" and has_v3():
        sys.meta_path.insert(0, NativeModuleFinder(root))
