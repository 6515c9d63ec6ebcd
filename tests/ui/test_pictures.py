"""Every screen has a picture."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

from textual.screen import Screen

import mxtutor.ui
from tests.ui.pictures import SIZES, draw, index
from tests.ui.scenes import SCENES


def screens() -> set[str]:
    """Return the names of all screens of the tutor: classes that no other one extends, and those that code opens."""
    code = "".join(file.read_text(encoding="utf-8") for file in Path(mxtutor.ui.__path__[0]).rglob("*.py"))
    for module in pkgutil.walk_packages(mxtutor.ui.__path__, "mxtutor.ui."):
        importlib.import_module(module.name)
    found: set[str] = set()
    waiting: list[type] = [Screen]
    while waiting:
        below: list[type] = list(waiting.pop().__subclasses__())
        waiting += below
        own = [kind for kind in below if kind.__module__.startswith("mxtutor.ui.")]
        found |= {k.__name__ for k in own if not k.__subclasses__() or re.search(rf"(?<!class )\b{k.__name__}\(", code)}
    return found


def test_every_screen_and_dialog_has_a_picture() -> None:
    assert {"ExerciseScreen", "PauseCard"} <= screens()
    missing = screens() - {scene.kind for scene in SCENES}
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
