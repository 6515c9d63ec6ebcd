"""A workshop in the app: greeting, timers, its end, and the cards with its parts and rules and with its report."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import ClassVar

from textual.app import App
from textual.content import Content
from textual.widget import Widget

from mxtutor.classroom.examination import Ending
from mxtutor.errors import TutorError
from mxtutor.reporting.durations import minutes_and_seconds
from mxtutor.reporting.sanitize import plain
from mxtutor.reporting.sealed import ENDINGS, state_line, verdict_word
from mxtutor.reporting.workshop_words import HAND_IN, part_lines, points_text, rule_lines
from mxtutor.session.guide import TO_END, Made, SealedGuide, WorkshopGuide, make_report, was_made
from mxtutor.ui.keys import CLOSE, HOME, PALETTE, REPORT, in_browser
from mxtutor.ui.marked_text import passage, prose
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.confirm import Card, ConfirmModal, paragraph
from mxtutor.ui.session import TutorSession
from mxtutor.ui.tutor import tutor_of

DOWNLOAD = f"To hand in, press {PALETTE} and choose `Download my work`: it has all your answers."


class WorkshopCard(Card[None]):
    """Greeting, parts and rules; shown at the first start of a workshop, and on request."""

    KEYS = CLOSE

    def __init__(self, guide: WorkshopGuide) -> None:
        keys = f"{CLOSE.key('dismiss')} closes, {HOME.key('workshop')} in the course shows it again"
        super().__init__(Content(plain(guide.workshop.title)), keys=keys)
        self._guide = guide

    def parts(self) -> Iterator[Content | str | Widget]:
        workshop, now = self._guide.workshop, self._guide.now()
        if workshop.greeting:
            yield passage(workshop.greeting)
        yield paragraph("\n".join(map(plain, part_lines(workshop))), "parts")
        rules = list(rule_lines(workshop, now, hand_in=DOWNLOAD if in_browser() else HAND_IN))
        link = self.tutor.session.class_link if self.tutor.session is not None else None
        if workshop.class_url and link is not None and not link.joined:
            rules.append(f"You are not in its class. {PALETTE}, then `Join the class`, joins it.")
        if rules:
            yield prose("\n".join(rules))

    def on_mount(self) -> None:
        """Store that the learner has seen the card."""
        self._guide.greeted = True


ROOMY = 76
"""Minimum width of the terminal, in columns, for the wide table."""
TITLE_CELLS, NARROW_TITLE_CELLS = 34, 26
"""Maximum length of an exercise's id in the wide and in the narrow table, in characters."""


class ReportCard(Card[None]):
    """The report; shown at the end of a sealed workshop, and on request."""

    KEYS = REPORT

    def __init__(self, made: Made) -> None:
        keys = f"{REPORT.key('save')} saves it, {REPORT.key('dismiss')} closes, {HOME.key('end')} shows it again"
        super().__init__(Content(plain(f"{made.report.workshop.title}: your report")), keys=keys)
        self._made = made

    def parts(self) -> Iterator[str | Widget]:
        report = self._made.report
        total = f"{report.points:.10g} of {points_text(report.of)}. Why it ended: {ENDINGS[report.ending]}."
        yield total if report.in_time else f"{total} Checks that came too late do not count."
        most = TITLE_CELLS if self.app.size.width >= ROOMY else NARROW_TITLE_CELLS
        cells = min(max((len(one.exercise) for one in report.exercises), default=0), most)
        rows = [
            f"{one.exercise[:cells]:<{cells}} {verdict_word(one.verdict):<10} "
            f"{one.points:.4g}/{one.of:.4g} p {minutes_and_seconds(one.seconds) if one.verdict else ''}".rstrip()
            for one in report.exercises
        ]
        yield paragraph(plain("\n".join(rows)), "parts")
        yield plain(state_line(report))
        yield plain(f"The report is in {self._made.file.parent}")

    def action_save(self) -> None:
        """Offer the report to the browser as a download; in a terminal, show its path."""
        if not in_browser():
            self.notify(f"It is saved: {self._made.file}", markup=False)
            return
        name = f"{self._made.report.workshop.title[:40]}-report.json".replace("/", "-")
        self.app.deliver_binary(
            io.BytesIO(self._made.report.file_form()), save_filename=name, mime_type="application/json"
        )
        self.notify("Your browser saves the file.", markup=False)


KEPT_EVERY = 10
"""Number of steps after which the times are written to the store."""


class Attendance:
    """One run of a workshop; a sealed workshop ends, and then has a report."""

    SECONDS: ClassVar[float] = 1.0
    """Interval of `step`, in seconds."""

    def __init__(self, app: App[None], session: TutorSession, guide: WorkshopGuide) -> None:
        self._app, self._session, self._guide = app, session, guide
        self._sealed = guide if isinstance(guide, SealedGuide) else None
        self._steps = 0
        self._making = False
        self._failed = False
        """Whether making the report failed; the learner can ask for it again."""

    @property
    def _ended(self) -> bool:
        return self._sealed is not None and self._sealed.sitting.ended is not None

    def begin(self) -> None:
        """Start the timer; show the greeting (in a sealed workshop: the rules) if the learner has not seen it."""
        self.step()
        if not (self._guide.greeted or self._ended) and (self._sealed or self._guide.workshop.greeting):
            tutor_of(self._app).open("workshop")

    def step(self) -> None:
        """Count and regularly store the time; end a sealed workshop when its time is over.

        The report of an ended workshop is made once no check runs any more.
        """
        guide = self._guide
        guide.timer.step()
        if title := guide.just_over():
            self._app.notify(guide.over_text(title), markup=False)
        self._steps += 1
        if self._steps % KEPT_EVERY == 0:
            self._session.write(guide.save, "Keeping the times of the workshop")
        if (sealed := self._sealed) is None:
            return
        if ending := sealed.must_end(self._session.is_done):
            self._end(sealed, ending)
        checks = any(getattr(screen, "checking", False) for screen in self._app.screen_stack)
        if self._ended and sealed.made is None and not (self._making or self._failed or checks):
            self._making = True
            making = self._make(sealed)
            self._app.run_worker(making, exit_on_error=False, group="report", description="Making the report")

    def ask_to_end(self) -> None:
        """Ask whether to end a sealed workshop; after its end, show the report."""
        if (sealed := self._sealed) is None:
            return
        if self._ended:
            self._failed = False
            self._show(sealed)
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._end(sealed, "learner")
                self.step()

        question, *about = TO_END
        self._app.push_screen(ConfirmModal(question, "\n".join(about), yes="End it", no="Go on"), answered)

    def _end(self, sealed: SealedGuide, ending: Ending) -> None:
        sealed.end(ending)
        self._session.write(sealed.save, "Ending the workshop")

    async def _make(self, sealed: SealedGuide) -> None:
        course = self._session.course
        try:
            await self._session.ask(sealed.save)
            shown = await in_thread(lambda: was_made(sealed.workshop))
            sealed.made = await in_thread(lambda: make_report(sealed, course))
        except TutorError:
            self._failed = True
            raise
        finally:
            self._making = False
        if not shown:
            self._show(sealed)

    def _show(self, sealed: SealedGuide) -> None:
        if sealed.made is None:
            self.step()
            return
        if not isinstance(self._app.screen, ReportCard):
            self._app.push_screen(ReportCard(sealed.made))
