"""A sealed workshop in a real Chromium: from the link to the report that the server keeps."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.serving import servers
from tests.serving.examiners import record
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


def test_a_served_examination_ends_in_the_report_that_the_server_keeps(folder: Path) -> None:
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
            page.keyboard.press("Control+b")
            until(page, "1 of 2 points")
            page.keyboard.press("e")
            until(page, "End the workshop?")
            page.keyboard.press("y")
            until(page, "Sealed: A server graded")
            with page.expect_download() as download:
                page.keyboard.press("s")
            file = folder / "report.json"
            download.value.save_as(file)
            browser.close()
    finally:
        running.stop()
    report = json.loads(file.read_bytes())
    assert (report["learner"], report["points"], report["ending"], report["sealed"]) == ("ada", 1.0, "learner", True)
    reports = folder / "homes" / "reports"
    (kept,) = reports.glob("*.json")
    assert kept.read_bytes() == file.read_bytes()
    assert "tensors/arccos" in kept.with_suffix(".html").read_text()
    events = record(folder)
    assert [event["event"] for event in events] == ["begun", "opened", "checked", "ended"]
    assert "return nd.arccos(x)" in events[2]["code"]
    assert (report["name"], "return nd.arccos(x)" in report["exercises"][0]["code"]) == ("Ada", True)
