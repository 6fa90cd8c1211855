"""Finding a user's own code: ``path/to/file.py:Name``, ``package.module:Name``, entry points."""

import importlib
import importlib.util
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quadrille.core.errors import BadSpec
from quadrille.core.suggest import unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


SCHEMES = "quadrille.schemes"
"""Entry points: functions that turn what follows a framework's name and a colon into a class."""
USER_MODULE = "quadrille_user_"
"""How the names of modules begin that were loaded from users' files."""
_FULL: dict[str, Path] = {}  # the full paths of users' files, by the paths that were given
_REMOTE_FILES: dict[str, tuple[str, bytes]] = {}  # users' files of another machine; see users_files


def load_object(spec: str) -> Any:
    """Return the object that ``file.py:Name`` or ``package.module:Name`` names.

    Or what another framework calls so: ``openspiel:breakthrough``.
    """
    place, _, name = spec.rpartition(":")
    if scheme := _scheme(spec):
        return _from_scheme(scheme, spec)
    if not place or not name:
        raise BadSpec(f"expected FILE.py:Name or module:Name, got {spec!r}")
    module = _load_file(Path(place)) if place.endswith(".py") else _load_module(place)
    if not hasattr(module, name):
        there = [key for key, value in vars(module).items() if isinstance(value, type)]
        raise BadSpec(unknown(f"name in {place}", name, there))
    return getattr(module, name)


def _scheme(spec: str) -> str:
    """The framework that a spec names first, if one is installed; else nothing."""
    name, colon, _ = spec.partition(":")
    return name if colon and name.isidentifier() and name in entry_points(SCHEMES) else ""


def _from_scheme(scheme: str, spec: str) -> Any:
    try:
        find = entry_points(SCHEMES)[scheme].load()
    except ImportError as error:
        raise BadSpec(str(error)) from None
    return find(spec.partition(":")[2])


def load_file(path: str | Path) -> None:
    """Load a user's Python file, once; BadSpec if that fails."""
    if Path(path).suffix != ".py":
        raise BadSpec(f"expected a Python file such as my_game.py, got {str(path)!r}")
    _load_file(Path(path))


def is_loaded(spec: str) -> bool:
    """Whether the file or module that ``file.py:Name`` or ``package.module:Name`` names has been
    loaded here, so that using it runs nothing new."""
    place, _, _ = spec.rpartition(":")
    if not place.endswith(".py"):
        return place in sys.modules or bool(_scheme(spec))
    lent, _ = _REMOTE_FILES.get(place, (None, b""))
    return _module_name(Path(place).resolve() if lent is None else Path(lent)) in sys.modules


def absolute_spec(spec: str) -> str:
    """The same spec for a process with another working folder."""
    place, _, name = spec.rpartition(":")
    return f"{Path(place).resolve()}:{name}" if place.endswith(".py") else spec


def place_of(kind: type) -> str | None:
    """The spec of a class from a user's file or from another framework, else None."""
    if "__place__" in vars(kind):
        return str(vars(kind)["__place__"])
    if not kind.__module__.startswith(USER_MODULE):
        return None
    return f"{sys.modules[kind.__module__].__file__}:{kind.__qualname__}"


def place_of_error(error: BaseException) -> str:
    """Where in a user's file an error arose, as `` (file.py, line 12)``, or nothing."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if str(trace.tb_frame.f_globals.get("__name__", "")).startswith(USER_MODULE):
            place = f" ({Path(code.co_filename).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place


def users_files() -> dict[str, tuple[str, bytes]]:
    """By the path that was given, each user's file that was loaded: its full path, its source."""
    here = {given: full for given, full in _FULL.items() if full.is_file()}
    return {given: (str(full), full.read_bytes()) for given, full in here.items()}


def use_remote_files(files: dict[str, tuple[str, bytes]]) -> None:
    """Use the files that ``users_files`` returned on another machine instead of local ones."""
    _REMOTE_FILES.update(files)


def entry_points(group: str) -> dict[str, "EntryPoint"]:
    """What installed packages offer under a group, by name; not to be changed."""
    return _entry_points(group, tuple(sys.path))


@cache  # reading what is installed takes 20 ms
def _entry_points(group: str, _path: tuple[str, ...]) -> dict[str, "EntryPoint"]:
    # Imported here because it takes long, and most programs name only what ships.
    from importlib.metadata import entry_points as installed

    return {point.name: point for point in installed(group=group)}


def _load_file(path: Path) -> ModuleType:
    lent, source = _REMOTE_FILES.get(str(path), (None, b""))
    if lent is None and not path.is_file():
        raise BadSpec(f"expected a Python file, but there is none at {str(path)!r}")
    full = path.resolve() if lent is None else Path(lent)
    _FULL.update({str(path): full, str(full): full})
    # One module per file, so that classes loaded twice are the same.
    module_name = _module_name(full)
    if module_name in sys.modules:
        return sys.modules[module_name]
    found = importlib.util.spec_from_file_location(module_name, full)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[module_name] = module
    try:
        if lent is None:
            found.loader.exec_module(module)
        else:
            exec(compile(source, full, "exec"), module.__dict__)
    except BaseException as error:
        del sys.modules[module_name]
        if isinstance(error, Exception | SystemExit):
            raise BadSpec(f"{path} does not load: {type(error).__name__}: {error}") from error
        raise
    return module


def _module_name(full: Path) -> str:
    return f"{USER_MODULE}{full.stem}_{sha256(str(full).encode()).hexdigest()[:12]}"


def _load_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise BadSpec(f"module {name!r} does not load: {error}") from error
