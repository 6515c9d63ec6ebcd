"""The commands of the palette: lessons and exercises of the course, and actions of the app."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from textual.app import App, SystemCommand
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from mxtutor.session.rules import PRACTICE
from mxtutor.ui.downloading import download_work
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import APP, SCREENS
from mxtutor.ui.messages import Open
from mxtutor.ui.search import Found, SearchIndex
from mxtutor.ui.tutor import tutor_of

THEMES = (
    ("mxtutor-dark", "dark"),
    ("mxtutor-light", "light"),
    ("ansi-dark", "the terminal's own colours, dark"),
    ("ansi-light", "the terminal's own colours, light"),
)
"""Themes that the palette names; the last two are of no use in a browser, which is no terminal of the learner."""
LAST = ("View", "Go to", "Theme", "App")
"""Groups of the palette that come after those of the screen."""
NAMED = 1000.0
"""What a command gets whose title, or other words for it, have each word of the query: exercises come after it."""
ALSO = {
    "View: Marks in ascii": "unicode glyphs symbols boxes",
    "View: Marks in unicode": "ascii glyphs symbols boxes",
    "Go to: Join the class": "enrol instructor course",
    "Go to: Look up a name": "documentation docs reference api search",
    "App: Help": "keys shortcuts bindings",
    "App: Quit": "exit close leave",
    "Theme: more": "colours colors",
    **{f"Theme: {label}": "colours colors dark light" for _, label in THEMES},
}
"""Other words for the commands that no table of keys has."""
KEYED = {"Go to: Look up a name": "lookup", "App: Help": "help", "App: Quit": "quit"}
"""Commands whose keys are those of an action of the app."""
KEY_COLUMN = 44
"""Column of the keys in a row."""
DESCRIBED = 0.001
"""Score of a command whose description alone contains the query: lower than that of any title."""
if TYPE_CHECKING:
    from mxtutor.live.reporter import ClassReporter


class CourseCommands(Provider):
    """Commands that open a lesson or an exercise."""

    async def search(self, query: str) -> Hits:
        """Yield the lessons and exercises that match a query."""
        session = tutor_of(self.app).session
        if session is None:
            return
        matcher = self.matcher(query)
        for found in SearchIndex.quick(session).items:
            if not session.rules.screen(found.entry.kind):
                continue
            title = f"Go to: {found.title}"
            text = f"{title} ({found.entry.id})"  # the id is found, too, but a row has no room for it
            if (score := matcher.match(text)) > 0:
                yield Hit(score, matcher.highlight(title), partial(self._go, found), text=text)

    def _go(self, found: Found) -> None:
        entry = found.entry
        self.app.post_message(Open("exercise", entry.id) if entry.kind == "exercise" else Open("lesson", entry.id))


def _show_class(app: App[None], reporter: ClassReporter) -> None:
    from mxtutor.ui.screens.class_card import ClassCard

    app.push_screen(ClassCard(reporter))


class TutorCommands(Provider):
    """The commands of the open screen and of the app, in their order: Textual's own provider sorts them by title."""

    async def discover(self) -> Hits:
        """Yield all commands, grouped."""
        for title, _, action, _ in self.app.get_system_commands(self.screen):
            yield DiscoveryHit(_line(Content(title), title), action, text=title)

    async def search(self, query: str) -> Hits:
        """Yield the commands whose title matches a query, and after them those whose description contains it."""
        matcher, words = self.matcher(query), query.strip().casefold()
        for title, about, action, _ in self.app.get_system_commands(self.screen):
            score = matcher.match(title)
            shown = _line(matcher.highlight(title) if score else Content(title), title)
            if _is_named(words, title):
                yield Hit(NAMED + score, shown, action, text=title)
            elif score > 0:
                yield Hit(score, shown, action, text=title)
            elif words in about.casefold():
                yield Hit(DESCRIBED, shown, action, text=title)


def _line(shown: Content, title: str) -> Content:
    """Return one row of the palette: the title of a command, then its keys."""
    entries = {table.entry(row): row.names for table in (APP, *SCREENS) for row in table.rows if row.action}
    names = entries.get(title) or (APP.names(KEYED[title]) if title in KEYED else "")
    return shown + Content.styled(f"{' ' * max(2, KEY_COLUMN - shown.cell_length)}{names}", "dim") if names else shown


def _is_named(query: str, title: str) -> bool:
    """Return whether each word of a query begins a word of a title, or another word for the same command."""
    rows = {table.entry(row): row.also for table in (APP, *SCREENS) for row in table.rows}
    names = f"{title} {rows.get(title, '')} {ALSO.get(title, '')}".casefold().split()
    return bool(query) and all(any(name.startswith(word) for name in names) for word in query.split())


def grouped(commands: Iterable[SystemCommand]) -> list[SystemCommand]:
    """Return commands group by group, without a second one of the same title; a group begins with its first command."""
    first = {command.title: command for command in reversed(list(commands))}
    unique = list(reversed(first.values()))
    groups = list(dict.fromkeys(command.title.partition(": ")[0] for command in unique))
    last = [group for group in LAST if group in groups]
    order = [*(group for group in groups if group not in last), *last]
    return sorted(unique, key=lambda command: order.index(command.title.partition(": ")[0]))


def app_commands(app: App[None]) -> Iterable[SystemCommand]:
    """Yield the commands that every screen offers."""
    session = tutor_of(app).session
    rules = session.rules if session is not None else PRACTICE
    for screen, title, about, action in (
        ("search", "Search", "Find an exercise by id, title, or name", lambda: app.post_message(Open("search"))),
        ("lookup", "Look up a name", "torch or MXNet, side by side", partial(app.run_action, "lookup")),
        ("race", "The race", "Train in both frameworks and compare", lambda: app.post_message(Open("race"))),
    ):
        if rules.screen(screen) and not (screen == "race" and in_browser()):
            yield SystemCommand(f"Go to: {title}", about, action)
    if in_browser() and rules.help:  # a sealed workshop has a report; work of other days stays away from it
        line = "All attempts and answers, as a zip"
        yield SystemCommand("App: Download my work", line, lambda: app.run_worker(download_work(app)))
    if session is not None and session.class_link is not None and session.class_link.reporter is not None:
        about = "What the class stores about you, and what will be sent"
        yield SystemCommand("Go to: Your class", about, partial(_show_class, app, session.class_link.reporter))
    elif session is not None and session.class_link is not None and rules.screen("join"):
        from mxtutor.ui.enrolment import offer_class

        about = "Send your instructor what you do, so that you can ask for help"
        yield SystemCommand("Go to: Join the class", about, partial(offer_class, app, session))
    jump = next(row for row in APP.rows if row.action == "jump")
    yield SystemCommand(APP.entry(jump), jump.help, partial(app.run_action, "jump"))
    tutor = tutor_of(app)
    other = "unicode" if tutor.glyphs.name == "ascii" else "ascii"
    marks = f"Draw marks and bars in {other}"
    yield SystemCommand(f"View: Marks in {other}", marks, lambda: tutor.choose_glyphs(other))
    for name, label in THEMES[: 2 if in_browser() else None]:
        yield SystemCommand(f"Theme: {label}", f"Use {name}", lambda name=name: setattr(app, "theme", name))
    yield SystemCommand("Theme: more", "Choose among all themes", app.action_change_theme)
    about = "Keys of this part, of the screen and everywhere"
    yield SystemCommand("App: Help", about, partial(app.run_action, "help"))
    yield SystemCommand("App: Quit", "Leave; everything is kept", app.action_quit)
