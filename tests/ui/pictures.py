"""Draws every screen at four sizes in dark, light and NO_COLOR: `python -m tests.ui.pictures DIR [NAME...]`.

DIR gets one SVG file for each picture and an index.html that shows them side by side.
"""

from __future__ import annotations

import asyncio
import html
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from tests.ui.conftest import until
from tests.ui.scenes import SCENES, Scene, Stage

SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))
THEMES = {"dark": ("mxtutor-dark", "textual-dark"), "light": ("mxtutor-light", "textual-light")}
LOOKS = (*THEMES, "no-color")
SETTLE_SECONDS = 0.25


async def draw(scene: Scene, look: str, target: Path, sizes: Sequence[tuple[int, int]] = SIZES) -> list[Path]:
    """Open a scene and draw it at each size in one look; return the files."""
    made = []
    with tempfile.TemporaryDirectory() as folder:
        app = scene.app(Stage(Path(folder)))
        async with app.run_test(size=sizes[0]) as pilot:
            for theme in THEMES.get(look, ()):
                if theme in app.available_themes:
                    app.theme = theme
                    break
            if scene.steps is not None:
                await scene.steps(pilot)
            await until(pilot, lambda: type(app.screen).__name__ == scene.kind, f"{scene.name}: {scene.kind}")
            for columns, rows in sizes:
                await pilot.resize_terminal(columns, rows)
                await settled(pilot)
                picture = app.export_screenshot(title=f"{scene.name} {columns}x{rows} {look}")
                file = target / f"{scene.name}-{columns}x{rows}-{look}.svg"
                file.write_text(re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL), encoding="utf-8")
                made.append(file)
    return made


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until nothing changes any more, except what waits for the learner."""
    await pilot.pause(SETTLE_SECONDS)
    await pilot.pause()


def draw_all(target: Path, names: Sequence[str] = ()) -> list[Path]:
    """Draw all scenes, or those with these names, and write index.html; return the pictures."""
    target.mkdir(parents=True, exist_ok=True)
    TextArea.cursor_blink._default = Input.cursor_blink._default = False
    made: list[Path] = []
    for look in LOOKS:
        os.environ["MXTUTOR_HOME"] = str(target / f"home-{look}")  # what a scene writes, such as a workshop's report
        os.environ.pop("NO_COLOR", None)
        if look == "no-color":
            os.environ["NO_COLOR"] = "1"
        for scene in SCENES:
            if not names or scene.name in names:
                made += asyncio.run(draw(scene, look, target))
    (target / "index.html").write_text(index(made), encoding="utf-8")
    return made


def index(pictures: Sequence[Path]) -> str:
    """Return a page with the pictures, one row for each scene and size."""
    rows: dict[str, list[str]] = {}
    for picture in pictures:
        place, look = re.fullmatch(r"(.+?-\d+x\d+)-(.+)", picture.stem).groups()  # type: ignore[union-attr]
        image = (
            f'<a href="{html.escape(picture.name)}"><img src="{html.escape(picture.name)}" alt="{place} {look}"></a>'
        )
        rows.setdefault(place, []).append(f"<td>{image}</td>")
    body = "".join(f"<tr><th>{html.escape(place)}</th>{''.join(cells)}</tr>\n" for place, cells in rows.items())
    style = "body{font-family:sans-serif}img{width:30vw}th{text-align:left;vertical-align:top}"
    return f"<!doctype html><meta charset=utf-8><title>Pictures</title><style>{style}</style><table>\n{body}</table>\n"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Usage: python -m tests.ui.pictures DIR [NAME...]")
    print(f"{len(draw_all(Path(sys.argv[1]), sys.argv[2:]))} pictures are in {sys.argv[1]}.")
