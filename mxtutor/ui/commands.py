"""The commands of the palette: lessons and exercises of the course, and actions of the app."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette as TextualPalette
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList

from mxtutor.errors import TutorError
from mxtutor.session.rules import PRACTICE
from mxtutor.ui.glyphs import GlyphSet
from mxtutor.ui.keys import APP, HOME, in_browser
from mxtutor.ui.messages import Opens
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.screens.search import CLOSE, SearchIndex
from mxtutor.ui.tutor import tutor_of
from mxtutor.ui.widgets.options import page

if TYPE_CHECKING:
    from mxtutor.live.reporter import ClassReporter


async def download_work(app: App[Any]) -> None:
    """Offer all attempts and answers to the browser as a zip."""
    from mxtutor.progress.transfer import packed  # few learners ask for it

    session = tutor_of(app).session
    if session is None:
        return
    try:
        data = await session.ask(packed)
    except TutorError as error:
        app.notify(str(error), severity="warning", markup=False)
        return
    day = datetime.now().astimezone().strftime("%Y-%m-%d")
    app.deliver_binary(io.BytesIO(data), save_filename=f"mxtutor-{day}.zip", mime_type="application/zip")
    app.notify("Your browser saves the file.", markup=False)


THEMES = (
    ("mxtutor-dark", "dark"),
    ("mxtutor-light", "light"),
    ("ansi-dark", "the terminal's own colours, dark"),
    ("ansi-light", "the terminal's own colours, light"),
)
"""Themes in the palette; the last two use the terminal's own colours and are left out in a browser."""
LAST = ("View", "Go to", "Theme", "App")
"""Groups of commands that come after the groups of the screen, in order."""
ANYWHERE: tuple[Opens, ...] = ("search", "race")
"""Actions of home that every screen offers."""
NAMED = 1000.0
"""Score of a command whose title or synonyms contain each word of the query: above all exercises."""
KEY_COLUMN = 44
"""Column of the keys in a row."""
FAR = 1e-5
"""Factor for the score of a title that contains only the letters of the query, in order."""
DESCRIBED = 0.001
"""Score of a command whose description alone contains the query: lower than that of any title."""


def _show_class(app: App[None], reporter: ClassReporter) -> None:
    from mxtutor.ui.screens.class_card import ClassCard

    app.push_screen(ClassCard(reporter))


class Commands(Provider):
    """Textual's command provider: actions of the open screen and of the app, then lessons and exercises."""

    async def discover(self) -> Hits:
        for command in commands_of(self.app, self.screen):
            yield DiscoveryHit(command.line(Content(command.title)), command.callback, text=command.title)

    async def search(self, query: str) -> Hits:
        """Yield the actions whose title or other words match a query, then lessons and exercises, then descriptions.

        Where a query names an action, titles that only have its letters somewhere are left out.
        """
        matcher, words, named = self.matcher(query), query.strip().casefold(), False
        for command in commands_of(self.app, self.screen):
            score = matcher.match(command.title)
            shown = command.line(matcher.highlight(command.title) if score else Content(command.title))
            if command.is_named(words):
                score += NAMED
                named = True
            elif not score and words in command.help.casefold():
                score = DESCRIBED
            if score:
                yield Hit(score, shown, command.callback, text=command.title)
        session = tutor_of(self.app).session
        for score, found in SearchIndex.quick(session).find(query) if session is not None else ():
            if session is not None and session.rules.screen(found.what) and (score > CLOSE or not named):
                title = f"Go to: {found.title}"
                open_it = partial(tutor_of(self.app).open, found.what, found.id)
                yield Hit(score if score > CLOSE else FAR * score, matcher.highlight(title), open_it, text=title)


class Command(NamedTuple):
    """One row of the palette; its first fields are those of Textual's `SystemCommand`."""

    title: str
    """Group and name: "Go to: Search"."""
    help: str
    callback: Callable[[], object]
    keys: str = ""
    also: str = ""
    """Synonyms under which people look for it."""

    def line(self, shown: Content) -> Content:
        """Return the row: the title in its form `shown`, then the keys."""
        gap = " " * max(2, KEY_COLUMN - shown.cell_length)
        return shown + Content.styled(f"{gap}{self.keys}", "dim") if self.keys else shown

    def is_named(self, query: str) -> bool:
        """Return whether each word of a query begins a word of the title or of the synonyms."""
        names = f"{self.title} {self.also}".casefold().split()
        return bool(query) and all(any(name.startswith(word) for name in names) for word in query.split())


def commands_of(app: App[Any], screen: Screen[Any]) -> list[Command]:
    """Return the commands of a screen, then those of the app, group by group, each title once."""
    commands = [*_screen_commands(screen), *_app_commands(app)]
    unique = list({command.title: command for command in reversed(commands)}.values())[::-1]
    groups = list(dict.fromkeys(command.title.partition(": ")[0] for command in unique))
    order = [*(group for group in groups if group not in LAST), *LAST]
    return sorted(unique, key=lambda command: order.index(command.title.partition(": ")[0]))


def _screen_commands(screen: Screen[Any]) -> Iterator[Command]:
    if isinstance(screen, TutorScreen):
        for key in screen.KEYS.commands():
            if screen.check_action(key.action, ()):
                run = partial(screen.run_action, key.action)
                yield Command(screen.KEYS.entry(key), key.help, run, key.names, key.also)


def _app_commands(app: App[Any]) -> Iterator[Command]:
    """Yield the commands that every screen offers."""
    tutor = tutor_of(app)
    session = tutor.session
    rules = session.rules if session is not None else PRACTICE
    at_home = {row.action: row for row in HOME.offered()}
    for what in ANYWHERE:
        if what in at_home and rules.screen(what):
            row = at_home[what]
            yield Command(HOME.entry(row), row.help, partial(tutor.open, what), row.names, row.also)
    for row in APP.rows:
        closed = row.action == "lookup" and not rules.screen("lookup")  # a drill has the key, which says so
        if row.command and not closed and app.check_action(row.action, ()):
            yield Command(APP.entry(row), row.help, partial(app.run_action, row.action), row.names, row.also)
    if in_browser() and rules.help:  # a sealed workshop has a report instead; downloads would add work of other days
        line = "All attempts and answers, as a zip"
        yield Command("App: Download my work", line, lambda: app.run_worker(download_work(app)))
    if session is not None and session.class_link is not None and session.class_link.reporter is not None:
        about = "What the class stores about you, and what will be sent"
        yield Command("Go to: Your class", about, partial(_show_class, app, session.class_link.reporter))
    elif session is not None and session.class_link is not None and rules.screen("join"):
        from mxtutor.ui.screens.class_card import offer_class

        about = "Send your instructor what you do, so that you can ask for help"
        join = partial(offer_class, app, session)
        yield Command("Go to: Join the class", about, join, also="enrol instructor course")
    other: GlyphSet = "unicode" if tutor.glyphs.name == "ascii" else "ascii"
    yield Command(
        f"View: Marks in {other}", f"Draw marks and bars in {other}", lambda: tutor.choose_glyphs(other),
        also="ascii unicode glyphs symbols boxes",
    )  # fmt: skip
    for name, label in THEMES[: 2 if in_browser() else None]:
        use = partial(setattr, app, "theme", name)
        yield Command(f"Theme: {label}", f"Use {name}", use, also="colours colors dark light")
    more = "Choose among all themes"
    yield Command("Theme: more", more, app.action_change_theme, also="colours colors")


class CommandPalette(TextualPalette):
    """Textual's palette, with page keys that do nothing before the first layout of its list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "page(1)", "Next page", show=False),
        Binding("pageup", "page(-1)", "Previous page", show=False),
    ]

    def action_page(self, direction: int) -> None:
        page(self.query_one(OptionList), direction)
