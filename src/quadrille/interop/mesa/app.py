"""The page: settings, the board, plots, and buttons for people, by Mesa's SolaraViz.

``python -m quadrille.interop.mesa``, or ``solara run quadrille.interop.mesa.app``.
"""

from functools import partial
from threading import RLock
from typing import Any

from quadrille.interop.mesa.needed import missing

try:
    import solara
    from mesa.visualization import Slider, SolaraViz
    from mesa.visualization.utils import force_update, update_counter
except ImportError as error:
    raise missing(error) from None

from quadrille.core.agents.fields import REQUIRED, fields_of
from quadrille.core.agents.registry import agent_names
from quadrille.core.agents.spec import agent_type
from quadrille.core.game import Game
from quadrille.core.options import Option
from quadrille.interop.mesa.model import PillarsModel
from quadrille.interop.mesa.plot import plot
from quadrille.interop.mesa.scoped import scoped
from quadrille.interop.mesa.settings import rules_of

FURTHER = ("pillars-utility:preset=tuned", "mcts:sims=300")
"""Agents with fields set, offered beside all that are called by name."""

START: dict[str, Any] = {
    "red": "pillars-reactive",
    "blue": "pillars-coordinated",
    "seed": 1,
}
"""The game that the page begins with."""

MAX_MESSAGES = 8
"""That are shown at once."""

PLOTS = {
    "Mean height of the gamers": "height",
    "Steps from the centre, nearest gamer": "distance",
}
"""What is plotted for both teams: a title and the end of the column's name."""


class PageModel(PillarsModel):
    """The model of a page, where steps do nothing while a person thinks."""

    lock = RLock()
    """The page's clock and the person's clicks come from different threads."""

    def _checked_step(self) -> None:
        with self.lock:
            if self.awaits() is None:
                super()._checked_step()

    def answer(self, move: str) -> None:
        """Play a person's move and go on to the next."""
        with self.lock:
            if move in self.legal() and self.awaits():
                self.play(move)
                self.run_model()


# --- settings ------------------------------------------------------------------------------


def agents_for(rules: Game) -> list[str]:
    """The specs of all agents that can play, without those that need fields to be set."""
    found = []
    for name in agent_names(rules.name):
        cls = agent_type(name, rules.name)
        ready = all(field.default is not REQUIRED for field in fields_of(cls).values())
        if ready and not cls().unfit(rules):
            found.append(name)
    own = [name for name in found if name.startswith(rules.name)]
    return [*own, *FURTHER, *(name for name in found if name not in own)]


def control(option: Option) -> Any:
    """What a person sets an option with."""
    label = option.name.replace("_", " ")
    if option.kind == "choice":
        values = list(option.choices)
        return {"type": "Select", "label": label, "value": option.default, "values": values}
    if option.kind == "bool":
        return {"type": "Checkbox", "label": label, "value": option.default}
    low, high = int(option.low or 0), int(option.high or 0)
    step = 2 if option.name == "size" else 1  # the side of the grid is odd
    return Slider(f"{label} ({low} to {high})", option.default, low, high, step)


def settings(red: str, blue: str, seed: int) -> dict[str, Any]:
    """The controls for the parameters of the model."""
    rules = rules_of({})
    specs = agents_for(rules)
    teams = {
        name: {"type": "Select", "label": f"{name} team", "value": spec, "values": specs}
        for name, spec in (("red", red), ("blue", blue))
    }
    # The numbers of cards are left out, so that every choice here makes a game.
    options = {
        option.name: control(option)
        for option in rules.option_fields
        if option.name not in ("moves", "builds")
    }
    return {**teams, "seed": Slider("seed (0 to 999)", seed, 0, 999), **options}


# --- what is shown -------------------------------------------------------------------------


def picture(model: PillarsModel) -> str:
    """The board as SVG; where people play for one team only, what that team may know."""
    sides = {model.state.side(player) for player in model.table.people}
    wishes: dict[str, Any] = {"last_move": model.last_move(), "legal": bool(model.awaits())}
    if len(sides) == 1:
        wishes["player"] = min(model.table.people)
    return scoped(model.state.svg(**wishes))


def plots(model: PillarsModel) -> list[str]:
    """The plots as SVG."""
    table = model.datacollector.model_vars
    return [
        scoped(
            plot(
                title, table["round"], {team: table[f"{team}_{column}"] for team in ("red", "blue")}
            )
        )
        for title, column in PLOTS.items()
    ]


def status(model: PillarsModel) -> str:
    """One line: whose turn it is, or how the game ended."""
    state = model.state
    if winner := model.winner():
        ending = "The game is a draw" if winner == "draw" else f"{winner} wins"
        return f"{ending} in round {state.round()}."
    turn = model.by_player[state.actor()]
    who = "yours" if model.awaits() else turn.behaviour
    return f"Round {state.round()}: {turn.name} of {turn.team} acts ({who})."


def choices(model: PillarsModel) -> list[list[str]]:
    """The moves of a person whose turn it is: steps, builds and passes."""
    kinds: dict[str, list[str]] = {}
    for move in model.legal() if model.awaits() else []:
        kinds.setdefault(move.partition(" ")[0], []).append(move)
    return list(kinds.values())


@solara.component
def Board(model: PageModel) -> None:
    """The position."""
    update_counter.get()
    shown = solara.use_memo(lambda: picture(model), [model, len(model.table.played)])
    solara.HTML(tag="div", unsafe_innerHTML=shown, style="width: 100%")


def spoken(model: PillarsModel) -> list[str]:
    """The latest messages, newest first; where people play for one team only, that team's."""
    sides = {model.by_player[player].team for player in model.table.people}
    found = model.messages(*sides) if len(sides) == 1 else model.messages()
    latest = reversed(found[-MAX_MESSAGES:])
    return [f"Round {each.round}, {each.gamer} to {each.team}: {each.text}" for each in latest]


@solara.component
def Messages(model: PageModel) -> None:
    """What the gamers say to their teams."""
    update_counter.get()
    if lines := spoken(model):
        with solara.Card("Messages", margin=0), solara.Column(gap="4px"):
            for line in lines:
                solara.Text(line)


@solara.component
def Turn(model: PageModel) -> None:
    """Whose turn it is, and a button for each move when a person is to act."""
    update_counter.get()

    def answer(move: str) -> None:
        model.answer(move)
        force_update()

    with solara.Card(status(model), margin=0), solara.Column(gap="14px"):
        for moves in choices(model):
            with solara.Row(style="flex-wrap: wrap; gap: 8px"):
                for move in moves:
                    solara.Button(
                        move,
                        on_click=partial(answer, move),
                        color="primary",
                        outlined=True,
                        style="text-transform: none; letter-spacing: normal",
                    )


@solara.component
def Plots(model: PageModel) -> None:
    """Heights and distances of both teams."""
    update_counter.get()
    with solara.Column(gap="16px"):
        for shown in solara.use_memo(lambda: plots(model), [model, model.steps]):
            solara.HTML(tag="div", unsafe_innerHTML=shown, style="width: 100%")


@solara.component
def Page() -> None:
    """Mesa's controls at the side; the game and its plots."""
    first = solara.use_memo(lambda: PageModel(**START), [])
    model = solara.use_reactive(first)
    controls = solara.use_memo(lambda: settings(**START), [])
    SolaraViz(model, components=[], model_params=controls, name="Pillars", play_interval=400)
    with solara.Columns([7, 5], wrap=True):
        with solara.Column():
            Board(model.value)
            Turn(model.value)
            Messages(model.value)
        Plots(model.value)
