"""Copy the model of a run and its card into the folder of its game, from where it ships.

    python tools/ship_model.py RUN NAME

RUN is the folder or the name of a run whose card has been made (`quadrille models card RUN`); the
model is called NAME from then on.
"""

import shutil
import sys
from pathlib import Path

from quadrille.agents.models import find_model
from quadrille.learn.runs import find_run, open_run
from quadrille.search.model_file import SUFFIX

GAMES = Path(__file__).parent.parent / "src/quadrille/games"
MAX_SHIPPED = 1_000_000
"""Bytes of one model: all of them come with every install."""


def ship(run_name: str, name: str) -> Path:
    """Copy the files; the one of the model."""
    run = open_run(find_run(run_name))
    model = find_model(str(run.folder))
    size = model.path.stat().st_size
    if size > MAX_SHIPPED:
        sys.exit(f"expected a model of at most {MAX_SHIPPED:,} bytes, got {size:,}")
    folder = GAMES / model.file.game / "models"
    folder.mkdir(exist_ok=True)
    out = folder / f"{name}{SUFFIX}"
    shutil.copyfile(model.path, out)
    # The card calls the model by the name, or the place, of the run that it was measured in.
    card = model.card.read_text("utf-8").replace(f"model:{run.name}", f"model:{name}")
    card = card.replace(f'"name": "{run.folder.resolve().name}"', f'"name": "{name}"')
    out.with_suffix(".json").write_text(card, "utf-8")
    picture = model.card.with_suffix(".svg")
    if picture.exists():
        text = picture.read_text("utf-8").replace(f"model:{run.name}", f"model:{name}")
        out.with_suffix(".svg").write_text(text, "utf-8")
    return out


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python tools/ship_model.py RUN NAME")
    print(f"wrote {ship(*sys.argv[1:])}")
