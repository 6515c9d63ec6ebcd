"""`mxtutor serve` in a real Chromium: by link to a right answer, reload, a server that comes back, two learners."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Download, Page, Playwright, sync_playwright

from tests.serving import servers
from tests.serving.servers import Running

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
]
SECONDS = 200
"""Longest wait for what a page shows within some seconds on a machine that is not busy."""
SCREEN = """() => {
    const screen = mxtutor.terminal.buffer.active;
    return Array.from({length: mxtutor.terminal.rows}, (_, row) => screen.getLine(row).translateToString(true));
}"""
ANSWER = "return nd.ones((rows, cols)) + 1"
ROSTER = "name,id\nAda,ada\nBob ../..,../bob\nEve,eve\nFay,fay\n"

pytestmark = [
    pytest.mark.apart,
    pytest.mark.grading,
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Debian's Chromium is not installed"),
]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Return a folder in /tmp, since the path of a socket may have 107 bytes only."""
    with tempfile.TemporaryDirectory(prefix="mxt-", dir="/tmp") as name, servers.with_graders(Path(name)):
        yield Path(name)


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    """Return a server with two learners."""
    roster = folder / "class.csv"
    roster.write_text(ROSTER)
    running = servers.start(folder, "--roster", str(roster))
    running.links = servers.make_links(roster, "--url", running.line)
    yield running
    assert running.stop() == 0


def launched(playwright: Playwright, home: Path) -> Browser:
    """Return a browser that writes below a home folder of its own."""
    own: dict[str, str | float | bool] = {**os.environ, "HOME": str(home)}
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        own.pop(name, None)
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, env=own)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return a browser."""
    with sync_playwright() as playwright:
        browser = launched(playwright, tmp_path_factory.mktemp("browser"))
        yield browser
        browser.close()


def profile(chromium: Browser, width: int, height: int) -> BrowserContext:
    """Return a browser's profile without cookies, with windows of that size."""
    made = chromium.new_context(viewport={"width": width, "height": height}, accept_downloads=True)
    made.set_default_timeout(1000 * SECONDS)
    return made


@pytest.fixture(scope="module")
def asked() -> list[str]:
    """Return the list of all addresses that pages of this module asked for."""
    return []


@pytest.fixture
def context(chromium: Browser, asked: list[str]) -> Iterator[BrowserContext]:
    """Return a browser's profile without cookies."""
    made = profile(chromium, 1280, 800)
    made.on("request", lambda request: asked.append(request.url))
    yield made
    made.close()


def lines(page: Page) -> list[str]:
    """Return what the terminal of a page shows, without empty rows."""
    return [row for row in cast("list[str]", page.evaluate(SCREEN)) if row.strip()]


def until(page: Page, words: str) -> str:
    """Wait until the terminal shows some words; return all of it."""
    end = time.monotonic() + SECONDS
    while words not in (shown := "\n".join(lines(page))):
        assert time.monotonic() < end, f"{words!r} is not shown:\n{shown}"
        page.wait_for_timeout(50)
    return shown


def close(page: Page, words: str) -> None:
    """Close what shows some words, and wait until it is gone: a key right after escape is one key with alt."""
    until(page, words)
    page.keyboard.press("Escape")
    end = time.monotonic() + SECONDS
    while words in (shown := "\n".join(lines(page))):
        assert time.monotonic() < end, f"{words!r} is still shown:\n{shown}"
        page.wait_for_timeout(50)


def connected(page: Page) -> None:
    """Wait until the page shows its session."""
    page.wait_for_selector("body[data-state=connected]")


def visit(context: BrowserContext, link: str) -> Page:
    """Open a link, and wait until the course shows."""
    page = context.new_page()
    page.goto(link)
    connected(page)
    return page


def open_exercise(page: Page) -> None:
    """Open the first exercise with the keyboard alone."""
    close(page, "Welcome to mxtutor")
    until(page, "c Continue")  # the footer shows keys only where the page has the focus
    page.keyboard.type("/")
    until(page, "enter opens")
    page.keyboard.type("first-steps")
    until(page, "tensors/first-steps")
    page.keyboard.press("Enter")
    until(page, "Your answer: MXNet")


def test_a_learner_solves_an_exercise_reloads_and_goes_on(
    context: BrowserContext, server: Running, folder: Path
) -> None:
    page = visit(context, server.links["ada"])
    assert urlsplit(page.url).path == "/"
    assert page.title() == "mxtutor"
    open_exercise(page)
    page.keyboard.type(ANSWER)
    page.keyboard.press("F5")
    shown = until(page, "F9 Next")
    assert "Right" in shown
    assert "ctrl+n" not in shown
    page.keyboard.press("F4")  # no editor of the server opens
    page.keyboard.type("  # my note")
    until(page, "# my note")
    page.reload()
    connected(page)
    until(page, "# my note")
    page.keyboard.type("book")
    until(page, "# my notebook")  # the cursor is where it was
    with page.expect_download() as waiting:
        page.keyboard.press("Control+p")
        until(page, "Search for commands")
        page.keyboard.type("download my")
        until(page, "App: Download my work")
        page.keyboard.press("Enter")
    download: Download = waiting.value
    assert re.fullmatch(r"mxtutor-\d{4}-\d\d-\d\d\.zip", download.suggested_filename)
    assert Path(download.path()).read_bytes()[:2] == b"PK"
    until(page, "# my notebook")

    again = visit(context, server.links["ada"])
    until(again, "# my notebook")
    page.wait_for_selector("body[data-ended=replaced]")
    page.keyboard.press("Enter")  # "Use it here"
    connected(page)
    again.wait_for_selector("body[data-ended=replaced]")
    until(page, "# my notebook")
    page.keyboard.press("F9")  # the next lesson or exercise of the learner's path
    end = time.monotonic() + SECONDS
    while "tensors/first-steps" in lines(page)[0]:
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def test_function_keys_reach_the_tutor_and_not_the_browser(context: BrowserContext, server: Running) -> None:
    page = visit(context, server.links["fay"])
    open_exercise(page)
    page.evaluate(
        """() => {
            window.taken = {};
            const note = (event) => setTimeout(() => { taken[event.key] = event.defaultPrevented; });
            addEventListener("keydown", note, true);  // the terminal stops the event below
        }"""
    )
    page.keyboard.press("F1")
    close(page, " closes")
    page.keyboard.press("F2")
    until(page, "Hints 1/")
    page.keyboard.press("F3")
    until(page, "Give up on this one?")
    page.keyboard.press("n")
    page.keyboard.press("F7")
    close(page, "No attempt yet")
    page.keyboard.press("F6")
    page.keyboard.press("F10")
    keys = ("F1", "F2", "F3", "F6", "F7", "F10")
    page.wait_for_function("keys => keys.every(key => key in taken)", arg=list(keys))
    assert page.evaluate("keys => keys.filter(key => !taken[key])", list(keys)) == []


def test_a_page_goes_on_when_its_server_comes_back(chromium: Browser, folder: Path) -> None:
    running = servers.start(folder)
    port = urlsplit(running.line).port or 0
    context = profile(chromium, 800, 600)
    try:
        page = visit(context, running.line)
        open_exercise(page)
        page.keyboard.type("return 42")
        until(page, "return 42")
        assert running.stop() == 0
        page.wait_for_selector("body[data-state=lost]")
        assert "kept" in page.inner_text("#notice")
        running = servers.start(folder, port=port)
        connected(page)
        until(page, "return 42")
        page.keyboard.type("7")
        until(page, "return 427")
    finally:
        context.close()
        running.stop()


def test_answers_and_sessions_of_a_learner_do_not_reach_the_home_of_another(
    context: BrowserContext, server: Running, folder: Path
) -> None:
    page = visit(context, server.links["../bob"])
    assert "my note" not in until(page, "0 of 122 done")
    homes = folder / "homes"
    assert all(re.fullmatch(r"[a-z2-7]{26}", home.name) for home in homes.iterdir() if home.is_dir())
    open_exercise(page)
    attack = f"import os\nraise ValueError('found ' + str(os.listdir({str(homes)!r})))"
    page.keyboard.press("F8")
    page.evaluate("text => mxtutor.terminal.paste(text)", f"\n{attack}\n")
    page.keyboard.press("F5")
    shown = until(page, "Verdict !")
    assert "found [" not in shown, "what the answer would say"
    assert "server.key" not in shown


def test_a_wrong_link_shows_a_page_that_says_what_to_do(context: BrowserContext, server: Running) -> None:
    page = context.new_page()
    reply = page.goto(f"{server.line}/learn/wrong")
    assert reply is not None
    assert reply.status == 403
    assert "ask for a new one" in page.inner_text("main")
    page.goto(server.line)
    page.wait_for_selector("body[data-ended=unknown]")
    assert "Open the link that your instructor gave you" in page.inner_text("#ended-text")


def test_a_session_ends_when_the_link_is_revoked(context: BrowserContext, server: Running, folder: Path) -> None:
    page = visit(context, server.links["eve"])
    until(page, "Welcome to mxtutor")
    servers.make_links(folder / "class.csv", "--revoke", "eve")
    page.wait_for_selector("body[data-ended=revoked]")
    page.reload()
    page.wait_for_selector("body[data-ended=revoked]")


def test_pages_asked_no_other_host_and_the_log_has_no_tokens(
    context: BrowserContext, asked: list[str], server: Running
) -> None:
    visit(context, server.links["ada"])
    context.new_page().goto(f"{server.line}/learn/wrong")
    assert asked
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(server.line).netloc}
    tokens = [urlsplit(link).path.rpartition("/")[2] for link in server.links.values()]
    assert not any(token in server.said for token in tokens)
    assert "start   Ada" in server.said
    assert "refused 127.0.0.1" in server.said
