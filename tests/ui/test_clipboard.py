"""What is copied reaches the tool of the desktop; a tool that fails or never ends only takes time."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.ui.exercise.results import ReportView
from mxtutor.ui.platform import clipboard
from tests.ui.conftest import MakeTutor, choose, opened, told, until

TEXT = "x = nd.array([1.0])\narccos(x)  # ∂, ユニコード\n"


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an X11 desktop's folder of tools, which is empty."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    monkeypatch.setattr(clipboard, "COPY_SECONDS", 45.0)  # a busy machine may need longer than a learner waits
    return tools


def install(tools: Path, script: str) -> None:
    path = tools / "xclip"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_the_tool_of_the_desktop_gets_the_text(desktop: Path) -> None:
    install(desktop, f"cat > {desktop}/copied")
    assert clipboard.copy(TEXT)
    assert (desktop / "copied").read_text(encoding="utf-8") == TEXT


def test_a_tool_that_cannot_reach_its_display_fails(desktop: Path, capfd: pytest.CaptureFixture[str]) -> None:
    install(desktop, 'cat > /dev/null; echo "Error: Can\'t open display: :7" >&2; exit 1')
    assert not clipboard.copy(TEXT)
    assert capfd.readouterr() == ("", ""), "the terminal belongs to the tutor"


def test_a_tool_that_never_ends_is_given_up(desktop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "COPY_SECONDS", 0.5)
    install(desktop, "exec sleep 60")
    assert not clipboard.copy(TEXT)


def test_a_tool_that_stays_in_the_background_is_not_waited_for(desktop: Path) -> None:
    install(desktop, f"cat > {desktop}/copied; sleep 60 & exit 0")
    assert clipboard.copy(TEXT)


def test_without_a_tool_nothing_is_copied(desktop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv("PATH", str(desktop))
    assert not clipboard.copy(TEXT)


@pytest.mark.parametrize("works", [True, False])
async def test_the_copy_key_says_where_the_text_went(
    make_tutor: MakeTutor, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    copied: list[str] = []

    def copy(text: str) -> bool:
        copied.append(text)
        return works

    monkeypatch.setattr(clipboard, "copy", copy)
    app = make_tutor("tensors/arccos")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot, "ExerciseScreen")
        await pilot.press("x", "f5")
        await until(pilot, lambda: app.screen.query_one(ReportView).report is not None)
        await choose(pilot, "copy the failing")
        await until(pilot, lambda: "Copied" in told(app))
        assert copied
        assert ("arccos(x)" in app.clipboard) is not works
        assert ("OSC 52" in told(app)) is not works
