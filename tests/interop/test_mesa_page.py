"""The page that shows Pillars as a Mesa model, rendered without a browser."""

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import click
import ipyvuetify
import pytest
import solara
import typer

from quadrille.interop.mesa import __main__ as program
from quadrille.interop.mesa.model import PillarsModel

# Mesa 3.3's own page breaks Solara's rule of hooks; ours does not use that part of it.
pytestmark = pytest.mark.filterwarnings("ignore:(?s).*ComponentsView.*early return:UserWarning")


@pytest.fixture
def app() -> Any:
    from quadrille.interop.mesa import app

    return app


def shown(component: Any) -> Any:
    """A component rendered in the layout that the server gives it."""
    _, context = solara.render(solara.AppLayout(children=[component]), handle_error=False)
    return context


def texts(context: Any, kind: str) -> list[str]:
    """What the widgets of a kind say."""
    found = context.find(getattr(ipyvuetify, kind)).widgets
    return [child for widget in found for child in widget.children if isinstance(child, str)]


def turn_title(context: Any) -> str:
    """Whose turn it is."""
    return next(text for text in texts(context, "CardTitle") if text.startswith("Round"))


def press(context: Any, text: str) -> None:
    [button] = [
        widget for widget in context.find(ipyvuetify.Btn).widgets if widget.children == [text]
    ]
    button.click()


def pictures(context: Any) -> list[str]:
    """All that is drawn, as SVG."""
    return [widget.unsafe_innerHTML for widget in context.find(solara.widgets.HTML).widgets]


def test_the_page_steps_and_starts_anew(app: Any) -> None:
    page = shown(app.Page())
    assert turn_title(page) == "Round 1: R1 of RED acts (pillars-reactive)."
    press(page, "Step")
    assert turn_title(page).startswith("Round 2: ")
    board, heights, distances = pictures(page)
    assert "round 2, action 1 of 6" in board
    assert "Mean height" in heights and "Steps from the centre" in distances
    press(page, "Reset")
    assert turn_title(page).startswith("Round 1: ")
    assert "round 1, action 1 of 6" in pictures(page)[0]
    page.close()


def test_a_person_clicks_moves(app: Any) -> None:
    model = app.PageModel(red="human", blue="pillars-random", seed=1)
    turn = shown(app.Turn(model))
    assert texts(turn, "CardTitle") == ["Round 1: R1 of RED acts (yours)."]
    assert texts(turn, "Btn") == model.legal()
    press(turn, "build a1")
    assert texts(turn, "CardTitle") == ["Round 1: R2 of RED acts (yours)."]
    assert next(played.move for played in model.table.played if played.player >= 0) == "build a1"
    assert texts(turn, "Btn") == model.legal()
    turn.close()


def test_steps_do_nothing_while_a_person_thinks(app: Any) -> None:
    model = app.PageModel(red="human", seed=1)
    before = model.state.text()
    model.step()
    assert model.state.text() == before and model.steps == 0
    model.answer("fly")  # a button of a page that is not up to date
    assert model.state.text() == before


def test_people_see_what_their_team_may_know(app: Any) -> None:
    model = app.PageModel(red="random", blue="human", open_hands=False, seed=1)
    model.step()
    hidden, state = app.picture(model), model.state
    assert hidden == app.scoped(state.svg(player=3, last_move=model.last_move(), legal=True))
    assert hidden != app.scoped(state.svg(last_move=model.last_move(), legal=True))
    watched = app.PageModel(red="random", blue="random", open_hands=False, seed=1)
    assert app.picture(watched) == app.scoped(watched.state.svg(legal=False))


def test_every_setting_of_the_page_makes_a_game(app: Any) -> None:
    controls = app.settings(**app.START)
    assert {"red", "blue", "gamers", "height", "size", "build", "rounds", "seed"} <= set(controls)
    start = {name: control.get("value") for name, control in controls.items()}
    assert PillarsModel(**start).state.text() == app.PageModel(**app.START).state.text()
    for name, control in controls.items():
        if isinstance(control, app.Slider):
            values = [control.min, control.max]
        else:
            values = control.get("values", [False, True])
        for value in values:
            PillarsModel(**{**start, name: value}).close()
    assert {"human", "greedy", "mcts:sims=300", "pillars-random"} <= set(controls["red"]["values"])
    assert "solver" not in controls["red"]["values"]


def test_the_end_is_told(app: Any) -> None:
    won = app.PageModel(**app.START)
    won.run_model()
    assert app.status(won) == f"{won.winner()} wins in round {won.steps}."
    drawn = app.PageModel(rounds=1, seed=1)
    drawn.run_model()
    assert app.status(drawn) == "The game is a draw in round 1."
    assert app.choices(drawn) == []


def test_plots_are_drawn_for_any_number_of_rounds(app: Any) -> None:
    for rounds in ([], [1], list(range(1, 12)), list(range(1, 1001))):
        values = [number % 4 / 3 for number in rounds]
        picture = app.plot("Height", rounds, {"red": values, "blue": values})
        root = ElementTree.fromstring(picture)
        numbers = [each.text for each in root.iter() if each.get("class") == "tick"]
        assert len(numbers) <= 2 * 9 + 3
        lines = [each.get("d", "") for each in root.iter() if each.get("class") == "line"]
        assert len(lines) == (4 if rounds else 2)
        if rounds:
            assert lines[0].count("L") == len(rounds)


def test_the_program_serves_this_machine_only(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []

    def cli(words: list[str], standalone_mode: bool) -> None:
        given.extend(words)
        raise click.Abort  # Ctrl-C

    monkeypatch.setattr("solara.__main__.cli", cli)
    monkeypatch.delenv("SOLARA_TELEMETRY_MIXPANEL_ENABLE", raising=False)
    with pytest.raises(typer.Exit) as caught:
        program.main(port=9000, browser=False)
    assert caught.value.exit_code == 130
    assert given[:2] == ["run", "quadrille.interop.mesa.app"]
    assert given[given.index("--host") + 1] == "127.0.0.1"
    assert given[given.index("--port") + 1] == "9000"
    assert "--no-open" in given


def test_what_gamers_say_is_shown_to_their_team_only(app: Any) -> None:
    model = app.PageModel(red="pillars-coordinated", blue="pillars-coordinated", seed=1)
    model.step()
    lines = app.spoken(model)
    assert len(lines) == min(app.MAX_MESSAGES, len(model.messages()))
    newest = model.messages()[-1]
    assert lines[0] == f"Round 1, {newest.gamer} to {newest.team}: {newest.text}"
    assert {"RED", "BLUE"} == {each.team for each in model.messages()}
    played = app.PageModel(red="pillars-coordinated", blue="human", seed=1)
    played.run_model()
    assert played.messages("RED") and app.spoken(played) == []
    shown_messages = shown(app.Messages(model))
    assert texts(shown_messages, "CardTitle") == ["Messages"]
    shown_messages.close()


def test_class_names_are_our_own(app: Any) -> None:
    """Those of the page's framework would change the picture."""
    model = app.PageModel(**app.START)
    model.step()
    for picture in (app.picture(model), *app.plots(model)):
        root = ElementTree.fromstring(picture)
        names = {name for each in root.iter() for name in each.get("class", "").split()}
        assert names and all(name.startswith("q-") for name in names)
        [style] = [each.text or "" for each in root.iter() if each.tag.endswith("style")]
        selectors = re.sub(r"\{[^}]*\}", " ", style)
        used = set(re.findall(r"\.([\w-]+)", selectors))
        assert used and all(name.startswith("q-") for name in used)
        assert names & used
