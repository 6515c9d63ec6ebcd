"""A sealed workshop in a real Chromium: from the link to a report that `mxtutor verify` accepts."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from mxtutor.classroom.sealed_report import read_report
from tests.serving import servers
from tests.serving.test_browser import CHROMIUM, launched, until

EXAM = """
version: 1
title: Examination
sealed: true
parts: [{title: Names, minutes: 30, exercises: [tensors/arccos, tensors/clip]}]
"""

pytestmark = [
    pytest.mark.grading,
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Debian's Chromium is not installed"),
]


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder in /tmp, since the path of a socket may have 107 bytes only."""
    with tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp") as name, servers.with_graders(Path(name)):
        yield Path(name)


def test_a_served_examination_ends_in_a_report_that_verifies(folder: Path) -> None:
    exam, roster = folder / "exam.yaml", folder / "class.csv"
    exam.write_text(EXAM)
    roster.write_text("name,id\nAda,ada\n")
    running = servers.start(folder, "--roster", str(roster), "--workshop", str(exam))
    try:
        link = servers.make_links(roster, "--url", running.line)["ada"]
        with sync_playwright() as playwright:
            browser = launched(playwright, folder)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(link)
            until(page, "This workshop is sealed")
            page.keyboard.press("Enter")
            page.keyboard.press("c")
            until(page, "Begin 'Names'?")
            page.keyboard.press("y")
            until(page, "PyTorch reference")
            page.keyboard.press("F2")
            page.keyboard.press("F10")
            page.keyboard.type("return nd.arccos(x)")
            page.keyboard.press("F5")
            said = until(page, "Agrees with PyTorch")
            assert "Hint" not in said
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            until(page, "1 of 2 points")
            page.keyboard.press("e")
            until(page, "End the workshop?")
            page.keyboard.press("y")
            until(page, "Sealed: A server ran")
            with page.expect_download() as download:
                page.keyboard.press("s")
            file = folder / "report.json"
            download.value.save_as(file)
            browser.close()
    finally:
        running.stop()
    _, report = read_report(file)
    assert (report.learner, report.points, report.ending, report.sealed) == ("ada", 1.0, "learner", True)
    (kept,) = (folder / "homes" / "reports").iterdir()
    assert kept.read_bytes() == file.read_bytes()
    public = folder / "public.pem"
    homes = ["--homes", str(folder / "homes")]
    public.write_bytes(subprocess.run([*servers.COMMAND, "serve", "key", *homes], check=True, stdout=-1).stdout)
    options = ["--key", str(public), "--workshop", str(exam)]
    done = subprocess.run(
        [*servers.COMMAND, "verify", str(file), *options], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("sealed")
    file.write_bytes(file.read_bytes().replace(b'"points": 1.0', b'"points": 2.0'))
    done = subprocess.run(
        [*servers.COMMAND, "verify", str(file), *options], check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "changed after it was signed" in done.stdout
