"""Every screen has a picture."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from textual.screen import Screen

import mxtutor.ui
from tests.ui.pictures import SIZES, draw, index
from tests.ui.scenes import SCENES

WITHOUT = {"PlacementPause": "it looks like PauseCard", "PauseCard": "it hides the task and shows a question"}
"""Screens without a picture, and why."""


def leaves() -> set[str]:
    """Return the names of all classes of screens of the tutor that no other one extends."""
    for module in pkgutil.walk_packages(mxtutor.ui.__path__, "mxtutor.ui."):
        importlib.import_module(module.name)
    found: set[str] = set()
    waiting: list[type] = [Screen]
    while waiting:
        below: list[type] = list(waiting.pop().__subclasses__())
        waiting += below
        found |= {k.__name__ for k in below if k.__module__.startswith("mxtutor.ui.") and not k.__subclasses__()}
    return found


def test_every_screen_and_dialog_has_a_picture() -> None:
    missing = leaves() - {scene.kind for scene in SCENES} - set(WITHOUT)
    assert not missing, "add a scene to tests/ui/scenes.py for each of these"


def test_names_of_scenes_are_all_different() -> None:
    assert len({scene.name for scene in SCENES}) == len(SCENES)


async def test_a_scene_is_drawn_at_each_size(tmp_path: Path) -> None:
    scene = next(scene for scene in SCENES if scene.name == "lab")
    made = await draw(scene, "dark", tmp_path)
    assert len(made) == len(SIZES)
    assert all("Inputs" in file.read_text(encoding="utf-8") for file in made)
    page = index(made)
    assert all(file.name in page for file in made)
