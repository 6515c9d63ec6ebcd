"""Draws every screen: `python -m tests.ui.pictures DIR [--look LOOK] [--size COLUMNSxROWS] [NAME...]`.

DIR gets one SVG file for each picture and an index.html that shows them side by side. Options can be repeated; without
them, every screen is drawn at four sizes in five looks.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import os
import re
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from mxtutor.ui.app import TutorApp
from mxtutor.ui.class_view.app import ClassApp
from mxtutor.ui.themes import DARK, LIGHT
from tests.ui.conftest import until
from tests.ui.scenes import SCENES, Scene, Stage

SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))
THEMES = {"dark": DARK, "light": LIGHT, "ansi": "ansi-dark", "ascii": DARK}
LOOKS = (*THEMES, "no-color")
"""What `draw` can draw; `ascii` has the marks in ASCII."""
SETTLE_SECONDS = 0.25


async def draw(scene: Scene, look: str, target: Path, sizes: Sequence[tuple[int, int]] = SIZES) -> list[Path]:
    """Open a scene and draw it at each size in one look; return the files."""
    made = []
    async with opened_scene(scene, look, sizes[0]) as pilot:
        for columns, rows in sizes:
            await pilot.resize_terminal(columns, rows)
            await settled(pilot)
            picture = pilot.app.export_screenshot(title=f"{scene.name} {columns}x{rows} {look}")
            file = target / f"{scene.name}-{columns}x{rows}-{look}.svg"
            file.write_text(re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL), encoding="utf-8")
            made.append(file)
    return made


@asynccontextmanager
async def opened_scene(scene: Scene, look: str, size: tuple[int, int]) -> AsyncIterator[Pilot[Any]]:
    """Open a scene in one look."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        if look == "ascii":
            stage.progress.save_setting("glyphs", "ascii")
        app = scene.app(stage)
        try:
            async with app.run_test(size=size) as pilot:
                if look in THEMES:
                    app.theme = THEMES[look]
                if look == "ascii":
                    use_ascii(app)
                if scene.steps is not None:
                    await scene.steps(pilot)
                await until(pilot, lambda: type(app.screen).__name__ == scene.kind, f"{scene.name}: {scene.kind}")
                yield pilot
        finally:
            end(app, stage)


def end(app: App[Any], stage: Stage) -> None:
    """Wait until an app that has ended has written all, then close the store; nothing writes to the folder after it."""
    if isinstance(app, TutorApp) and app.session is not None:
        app.session.close()
    stage.progress.close()


def use_ascii(app: App[Any]) -> None:
    """Draw marks in ASCII in an app that has no tutor's store."""
    if isinstance(app, ClassApp):
        app.action_marks()


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until nothing changes any more, except what waits for the learner."""
    await pilot.pause(SETTLE_SECONDS)
    await pilot.pause()


def draw_all(
    target: Path,
    names: Sequence[str] = (),
    looks: Sequence[str] = LOOKS,
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> list[Path]:
    """Draw all scenes, or those with these names, and write index.html; return the pictures."""
    target.mkdir(parents=True, exist_ok=True)
    TextArea.cursor_blink._default = Input.cursor_blink._default = False
    made: list[Path] = []
    for look in looks:
        os.environ["MXTUTOR_HOME"] = str(target / f"home-{look}")  # what a scene writes, such as a workshop's report
        os.environ.pop("NO_COLOR", None)
        if look == "no-color":
            os.environ["NO_COLOR"] = "1"
        for scene in SCENES:
            if not names or scene.name in names:
                made += asyncio.run(draw(scene, look, target, sizes))
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


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description="Draw every screen.")
    parser.add_argument("target", type=Path, metavar="DIR")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a scene of tests/ui/scenes.py (default: all)")
    parser.add_argument("--look", action="append", choices=LOOKS, help="default: all")
    parser.add_argument("--size", action="append", metavar="COLUMNSxROWS", help="default: 60x20, 80x24, 120x40, 200x60")
    asked = parser.parse_args()
    sizes = [tuple(map(int, size.split("x"))) for size in asked.size or ()]
    made = draw_all(asked.target, asked.names, asked.look or LOOKS, sizes or SIZES)  # type: ignore[arg-type]
    print(f"{len(made)} pictures are in {asked.target}.")


if __name__ == "__main__":
    main()
