"""Where trained networks are found: those that ship with a game, and the user's own runs.

A game ships models in the folder ``models`` beside its Python file. A run of ``quadrille train`` is
a folder with a ``model.onnx``, by default in the user's data folder; ``NAME@ROUND`` is the model as
it was after a round of the run that was evaluated.
"""

import json
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from quadrille.core.errors import BadModel
from quadrille.core.game import Game, game, game_names
from quadrille.core.suggest import unknown
from quadrille.search.model_file import SUFFIX, ModelFile, read_model

if TYPE_CHECKING:
    from quadrille.search.network import Network

MODEL = f"model{SUFFIX}"
"""The model in the folder of a run."""


@dataclass(frozen=True)
class KnownModel:
    """A model that can be called by name."""

    name: str
    path: Path
    shipped: bool
    """Whether it came with the game, rather than from a run of the user's."""

    @cached_property
    def file(self) -> ModelFile:
        """What the file says; BadModel if it is damaged."""
        return read_model(self.path)

    @property
    def card(self) -> Path:
        """The file of its card, which need not exist."""
        return self.path.with_name("card.json" if self.path.name == MODEL else f"{self.name}.json")

    def read_card(self) -> dict[str, Any]:
        """The card; empty if there is none."""
        try:
            found: dict[str, Any] = json.loads(self.card.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found


def runs_folder() -> Path:
    """Where runs of the user are, unless a run was told another place."""
    return Path(platformdirs.user_data_dir("quadrille")) / "runs"


def own_models() -> list[KnownModel]:
    """The models of the user's runs, newest first."""
    found = [path for path in runs_folder().glob(f"*/{MODEL}") if path.is_file()]
    found.sort(key=lambda path: (-path.stat().st_mtime_ns, path))
    return [KnownModel(path.parent.name, path, False) for path in found]


def shipped_models(rules: Game | None = None) -> list[KnownModel]:
    """The models that ship with a game, or with any."""
    games = [game(name) for name in game_names()] if rules is None else [rules]
    return [model for each in games for model in _shipped_with(each)]


def find_model(name: str, rules: Game | None = None) -> KnownModel:
    """The model of a name or a path: a file, a run's folder, an own run, or a shipped model.

    Without a name the newest own run that fits the game, else the shipped model that does.
    """
    if not name:
        return _default_model(rules)
    path = Path(name)
    if path.is_file():
        return KnownModel(path.parent.name if path.name == MODEL else path.stem, path, False)
    for folder in (Path(name), runs_folder() / name):
        if (folder / MODEL).is_file():
            return KnownModel(folder.resolve().name, folder / MODEL, False)
        run, _, rounds = folder.name.rpartition("@")
        path = folder.with_name(run or "@") / "models" / f"{rounds}{SUFFIX}"
        if path.is_file():
            return KnownModel(folder.resolve().name, path, False)
    known = [*own_models(), *shipped_models()]
    for model in known:
        if model.name == name:
            return model
    raise BadModel(unknown("model", name, sorted({model.name for model in known})))


def model_problem(name: str, rules: Game) -> str:
    """Why a model cannot play a game; empty if it can."""
    try:
        return find_model(name, rules).file.unfit(rules)
    except BadModel as error:
        return str(error)


def fitting_network(name: str, rules: Game) -> "Network":
    """The network of a model; BadModel if it cannot play the game."""
    if reason := model_problem(name, rules):
        raise BadModel(f"model {name!r} cannot play {rules.name}: {reason}")
    return find_model(name, rules).file.network


def _default_model(rules: Game | None) -> KnownModel:
    if rules is None:
        raise BadModel("expected the name of a model")
    for model in [*own_models(), *shipped_models(rules)]:
        try:
            if not model.file.unfit(rules):
                return model
        except BadModel:
            continue  # a damaged file is no reason to refuse the next one
    raise BadModel(f"no model has been trained for {rules.name} with these options yet")


def _shipped_with(rules: Game) -> list[KnownModel]:
    home = rules.state_type.__module__.removesuffix("._core")
    place = getattr(sys.modules.get(home), "__file__", None)
    if place is None:
        return []
    # By name, so that "game" comes before "game-variant".
    found = sorted((Path(place).parent / "models").glob(f"*{SUFFIX}"), key=lambda path: path.stem)
    return [KnownModel(path.stem, path, True) for path in found]
