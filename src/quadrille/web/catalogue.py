"""What can be chosen on the page: games with their options, levels, agents with their fields.

Agents come from an allow-list, and their fields are capped: nothing that a browser sends loads a
file, starts a program, or takes more time or memory than the server allows.
"""

import inspect
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from quadrille.agents.human import Human
from quadrille.agents.solver import Solver
from quadrille.arena.choices import analyst
from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.fields import REQUIRED, Field, fields_of
from quadrille.core.agents.presets import SUFFIX, shipped_presets
from quadrille.core.agents.registry import registered_agents
from quadrille.core.agents.spec import PRESET, preset_of
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.agents.weights import Weights, fields_in
from quadrille.core.drawing.draw import boxes, help_text
from quadrille.core.errors import BadSpec
from quadrille.core.game import Game, game_names
from quadrille.core.game import game as find_game
from quadrille.core.options import Option
from quadrille.core.package import GuidePicture, GuideSection, OptionWords, package_of
from quadrille.core.suggest import unknown
from quadrille.web import shapes
from quadrille.web.seats import distinct
from quadrille.web.settings import Settings

MAX_VALUES: dict[str, float] = {
    "time": 30.0,
    "sims": 1_000_000,
    "nodes": 10_000_000,
    "depth": 60,
    "deals": 64,
    "threads": 1,
    "traps": 1_000_000,
    "mcts_depth": 1_000,
    "horizon": 10_000,
}
"""The highest value of a field that costs time or memory."""
HUMAN = "human"
"""How records name a person."""
MAX_OTHERWISE = 1_000
MAX_TEXT_LENGTH = 500
"""Characters of a spec."""
SHOWN_MOVES = 6
"""How far into a random game the picture of its card is."""


@dataclass(frozen=True)
class Level:
    """A strength by name."""

    name: str
    spec: str


LEVELS = (
    Level("Beginner", "mcts:sims=10,settle=false,prove=false"),
    Level("Club", "mcts:sims=300"),
    Level("Strong", "mcts:time=1"),
    Level("Perfect", "perfect:time=5"),
)
"""For games that name none of their own; those that cannot play a game are left out."""
LEARNED = Level("Learned", "model:time=1")
"""For every game that has a trained network, shipped or of a run on the server's machine."""


class Catalogue:
    """What one server offers."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.games: dict[str, Game] = {name: find_game(name) for name in game_names()}
        """By name."""
        for spec in settings.games:
            own = find_game(spec)
            self.games[own.name] = own
        self._own = settings.agents
        for spec in self._own:
            if not any(self._fits(spec, game) for game in self.games.values()):
                find_agent(spec)  # which says what is wrong
                raise BadSpec(f"{spec!r} plays none of the games here")

    def game(self, name: str, options: dict[str, Any] | None = None) -> Game:
        """A game with its options; BadSpec or BadOption if there is none."""
        if name not in self.games:
            raise BadSpec(unknown("game", name, self.games))
        return self.games[name].with_options(options or {})

    # --- agents ----------------------------------------------------------------------------

    def agent(self, spec: str, game: Game) -> Agent:
        """The agent of a spec that the page may use; BadSpec if it may not, or cannot play."""
        text = spec.strip()
        if len(text) > MAX_TEXT_LENGTH:
            raise BadSpec(f"expected at most {MAX_TEXT_LENGTH} characters for an agent")
        if text in self._own:
            found = find_agent(text, game)
        else:
            name = text.partition(":")[0]
            allowed = self._allowed(game)
            if name not in allowed:
                raise BadSpec(unknown("agent", name[:40], allowed))
            if (preset_of(text, game) or "").endswith(SUFFIX):
                raise BadSpec("a preset is chosen by its name on the page, not by a file")
            found = find_agent(text, game)
            listed = type(found).choices(game)
            for field in fields_of(type(found)).values():
                self._check(field, getattr(found, field.name), listed.get(field.name, ()))
        if reason := found.unfit(game):
            raise BadSpec(f"{str(found)!r} cannot play {game.title}: {reason}")
        return found

    def _allowed(self, game: Game) -> dict[str, type[Agent]]:
        return {
            name: cls
            for name, cls in registered_agents(game.name).items()
            if not cls.outside and cls not in (Human, Solver)
        }

    def _check(self, field: Field, value: Any, listed: Sequence[str] = ()) -> None:
        """Refuse values above what the server allows, and texts that are not listed."""
        for weight in value.values() if isinstance(value, Weights) else ():
            self._check(field, weight)
        known = value == field.default or value in listed or _choices(field)
        if isinstance(value, str) and not known:
            raise BadSpec(f"the field {field.name!r} cannot be set on the page")
        if isinstance(value, bool) or not isinstance(value, int | float):
            return
        most = self._most(field)
        if not -most <= value <= most:
            raise BadSpec(f"expected {field.name} of at most {most:g}, got {value:g}")

    def _most(self, field: Field) -> float:
        if field.name == "memory":
            return self._settings.memory
        usual = field.default if isinstance(field.default, int | float) else 0
        return MAX_VALUES.get(field.name, max(MAX_OTHERWISE, usual))

    def levels(self, game: Game) -> list[Level]:
        """The strengths that a game has."""
        own = game.levels()
        named = [Level(*item) for item in own.items()] if own else LEVELS
        return [level for level in (*named, LEARNED) if self._fits(level.spec, game)]

    def names(self, specs: Sequence[str], game: Game) -> list[str]:
        """What the page calls the players of a record: a strength by its name."""
        known = {HUMAN: ""}
        for level in self.levels(game):
            known |= {level.spec: level.name, str(find_agent(level.spec, game)): level.name}
        return distinct([known.get(spec, spec) for spec in specs])

    def _fits(self, spec: str, game: Game) -> bool:
        try:
            return not find_agent(spec, game).unfit(game)
        except BadSpec:
            return False

    # --- for the page ----------------------------------------------------------------------

    def cards(self) -> list[dict[str, Any]]:
        """All games, for the front page."""
        return [
            {
                "name": name,
                "title": game.title,
                "summary": game.summary,
                "players": _players_text(game),
                "picture": f"/api/games/{name}/picture.svg",
            }
            for name, game in self.games.items()
        ]

    def guide(self, game: Game) -> dict[str, Any]:
        """The rules of a game in words and pictures."""
        load = package_of(game.state_type).guide
        found = load() if load else [GuideSection("", help_text(game.new()))]
        return {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "sections": [
                {
                    "title": each.title,
                    "text": each.text,
                    "pictures": [_guide_picture(game, picture) for picture in each.pictures],
                }
                for each in found
            ],
        }

    def describe(self, game: Game) -> dict[str, Any]:
        """Everything about a game that the forms need."""
        state = game.new()
        return {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "help": help_text(state),
            "guide": f"/rules/{game.name}",
            "options": [option_form(field, game) for field in game.option_fields],
            "seats": [
                {**each, "player": each["index"], "label": each["name"]}
                for each in shapes.players(state, distinct([""] * state.num_players()))
            ],
            "sides": state.num_sides(),
            "secrets": has_secrets(state),
            "levels": [vars(level) for level in self.levels(game)],
            "agents": list(self._agent_forms(game)),
            "more": [spec for spec in self._own if self._fits(spec, game)],
            "analyst": str(analyst(game)),
        }

    def _agent_forms(self, game: Game) -> Iterator[dict[str, Any]]:
        for name, cls in sorted(self._allowed(game).items()):
            fields = fields_of(cls)
            if any(field.default is REQUIRED for field in fields.values()) or cls().unfit(game):
                continue
            about = inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
            fields = fields_in(cls, game)
            listed = cls.choices(game)
            forms = [
                form
                for name, field in fields.items()
                if (form := self._field_form(field, listed.get(name, ())))
            ]
            if PRESET.name not in fields and (presets := shipped_presets(cls, game)):
                forms.insert(0, _preset_form(list(presets)))
            yield {"name": name, "about": about, "fields": forms}

    def _field_form(self, field: Field, listed: Sequence[str]) -> dict[str, Any] | None:
        """A field as the page needs it; None if it cannot be set there."""
        kinds = typing.get_args(field.annotation)
        optional = type(None) in kinds
        form = {
            "name": field.name,
            "label": field.name.replace("_", " "),
            "doc": " ".join(field.doc.split()),
            "default": field.default,
            "optional": optional,
        }
        if choices := _choices(field) or listed:
            return {**form, "type": "choice", "choices": list(choices)}
        for kind, name in ((bool, "bool"), (int, "int"), (float, "float")):
            if field.annotation is kind or kind in kinds:
                most = self._most(field)
                low = -most if field.range is not None and field.range.low < 0 else 0
                bounds = {} if kind is bool else {"low": low, "high": most}
                return {**form, "type": name, **bounds}
        return None


def _preset_form(names: list[str]) -> dict[str, Any]:
    """The choice of a preset; fields that are given beside it take precedence."""
    return {
        "name": PRESET.name,
        "label": PRESET.name,
        "doc": "Values for fields that are not set below.",
        "default": None,
        "optional": True,
        "type": "choice",
        "choices": names,
    }


def option_form(field: Option, game: Game) -> dict[str, Any]:
    """An option of a game as the page needs it."""
    plain = package_of(game.state_type).option_words.get(field.name)
    words = plain or OptionWords(field.name.replace("_", " "))
    return {
        "name": field.name,
        "type": field.kind,
        "label": words.label,
        "doc": words.help or " ".join(field.doc.replace("`", "").split()),
        "names": {str(value): name for value, name in words.values.items()},
        "default": field.default,
        "value": game.options[field.name],
        "low": field.low,
        "high": field.high,
        "choices": list(field.choices),
        "optional": False,
    }


def _guide_picture(game: Game, picture: GuidePicture) -> dict[str, Any]:
    state = game.parse(picture.position) if picture.position else game.new(seed=1)
    last = picture.last_move or None
    beside = [shapes.side_box(each) for each in boxes(state, last)] if picture.whole else []
    shown = str(state.svg(last_move=last))
    return {"svg": shown, "caption": picture.caption, "whole": picture.whole, "boxes": beside}


def has_secrets(state: Any) -> bool:
    """Whether players may not know everything."""
    return "secrets" not in state.lacks()


@cache
def picture(game: Game) -> str:
    """A position of a random game, for a card."""
    state, rng = game.new(1), Rng(4)
    for _ in range(SHOWN_MOVES * state.num_players()):
        after = state.copy()
        after.play(after.random_move(rng))
        if after.is_over():
            break
        state = after
    while state.player() < 0:
        state.play(state.random_move(rng))
    return str(state.svg(legal=False))


def _choices(field: Field) -> tuple[Any, ...]:
    for kind in (field.annotation, *typing.get_args(field.annotation)):
        if typing.get_origin(kind) is Literal:
            return typing.get_args(kind)
    return ()


def _players_text(game: Game) -> str:
    for field in game.option_fields:
        if field.name == "players" and field.low is not None and field.high is not None:
            return f"{field.low:g} to {field.high:g} players"
    players = game.new().num_players()
    return f"{players} player{'s' if players != 1 else ''}"
