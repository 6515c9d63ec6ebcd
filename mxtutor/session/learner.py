"""A learner in a course: lessons read, exercises known, the path that is followed, and the place in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from mxtutor.content.outline import Course
from mxtutor.errors import UsageError
from mxtutor.progress.journey import WELCOMED, Entry, Journey
from mxtutor.progress.model import OWN_CODE, Place
from mxtutor.session.rules import rules_of
from mxtutor.session.session import Session
from mxtutor.suggest import did_you_mean, nearest

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.content.workshop import Workshop
    from mxtutor.grading.protocol import Grader
    from mxtutor.progress.schedule import Drill
    from mxtutor.progress.store import ProgressStore
    from mxtutor.session.guide import WorkshopGuide


def course_in(workshop: Workshop | None, course: Course) -> Course:
    """Return the course with only the parts and exercises of `workshop`, in its order; for None the whole course."""
    if workshop is None:
        return course
    from mxtutor.content.plan import course_of, without_lessons

    made = course_of(workshop.path, course, workshop.file)
    return made if rules_of(workshop).screen("lesson") else without_lessons(made)


def drill_of(progress: ProgressStore, exercise: str, now: datetime) -> tuple[Drill | None, int]:
    """Return the unfinished drill of an exercise (None without one), and the number of the variant that it shows."""
    if (drill := progress.drill(exercise, now)) is not None:
        return drill, drill.variant
    return None, progress.standing(exercise).attempts + progress.drill_counts().get(exercise, (0, 0))[0]


class LearnerSession(Session):
    """The session of a learner in a course; everything but the store is in memory."""

    LISTS = "`mxtutor list` shows them all."
    """Advice on a name that is not in the course."""

    def __init__(self, course: Course, grader: Grader, guide: WorkshopGuide | None = None) -> None:
        super().__init__(grader, guide)
        self.exercises: dict[str, Exercise] = {}
        """The exercises whose files are read, by id."""
        self.lessons_read: set[str] = set()
        self.proven: dict[str, bool] = {}
        """For each exercise that a placement proved to be known: whether it still counts as known."""
        self.place: Place | None = None
        """Where the learner is, or was at the end of the last run."""
        self.is_new = False
        """Whether nothing is stored yet, so that the first start asks why the learner came."""
        self.journey = Journey(course, self.standings, self.lessons_read)
        self._edited_outside = False
        """Whether the learner has used an external editor in this run."""

    def restore(self, progress: ProgressStore) -> None:
        """Read standings, lessons read, place and path from the store."""
        self.standings.update(progress.standings())
        self.lessons_read.update(progress.lessons_read())
        self.proven.update(progress.known())
        self.place = progress.place()
        self.is_new = not (self.standings or self.lessons_read or self.place or progress.setting(WELCOMED))
        if self.guide is None:  # a workshop has an order of its own
            self.journey.follow(progress.setting("path"))

    def goal(self) -> Entry | None:
        """Return the lesson or exercise to continue with; None if all is done."""
        return self.journey.goal(self.place)

    def title(self, exercise: str) -> str:
        """Return the title of an exercise; until it is read, a title made from its slug."""
        loaded = self.exercises.get(exercise)
        return loaded.title if loaded else exercise.partition("/")[2].replace("-", " ")

    def title_of(self, entry: Entry) -> str:
        """Return the title of a topic, a lesson or an exercise."""
        holder = self.journey.holder(entry)
        return holder.title if holder is not None else self.title(entry.id)

    def find(self, word: str) -> Entry:
        """Return the topic, lesson or exercise with an id or a slug; an exercise goes before a lesson of the same id.

        Raises:
            UsageError: nothing that may open has this name, or several entries have it.
        """
        course = self.course
        entries = [Entry("topic", one.id) for one in course.topics]
        entries += [Entry("lesson", one.id) for one in course.lessons if self.rules.screen("lesson")]
        ids = {one.id: one for one in [*entries, *(Entry("exercise", one) for one in course.exercises)]}
        named = [ids[word]] if word in ids else [one for one in ids.values() if one.id.partition("/")[2] == word]
        if len(named) > 1:
            raise UsageError(f"Several are called {word}: {', '.join(one.id for one in named)}.")
        if not named:
            advice = did_you_mean(nearest(word, ids), self.LISTS)
            raise UsageError(f"There is no exercise, lesson or topic {word!r}.", fix=advice)
        return named[0]

    def offer_watch(self) -> str:
        """Return a sentence about `mxtutor watch` after the first use of an external editor, then an empty text."""
        edited, self._edited_outside = self._edited_outside, True
        return "" if edited else "`mxtutor watch` in another terminal checks your file at each save."

    def is_done(self, exercise: str) -> bool:
        return self.standing(exercise).status == "done"

    def done(self, exercises: Iterable[str]) -> int:
        return sum(map(self.is_done, exercises))

    def welcomed(self) -> None:
        """Store that the learner has said why they came."""
        self.write(lambda progress: progress.save_setting(WELCOMED, "yes"), "Keeping your choice")

    def arrive(self, place: Place) -> None:
        """Store the learner's place."""
        if place != self.place:
            self.place = place
            topics = {topic.id for topic in self.journey.whole.topics}
            if OWN_CODE not in topics:  # else the course would start from its beginning after `mxtutor try`
                self.write(lambda progress: progress.save_place(place), "Keeping your place")

    def follow(self, path: str) -> None:
        """Follow a path of the course from now on."""
        self.journey.follow(path)
        self.arrive(Place("home"))  # what was open before is on another path
        self.write(lambda progress: progress.save_setting("path", path), "Keeping your path")

    def note_read(self, lesson: str) -> None:
        if lesson not in self.lessons_read:
            self.lessons_read.add(lesson)
            self.write(lambda progress: progress.mark_read(lesson), "Keeping what you read")

    def prove_known(self, exercises: Collection[str]) -> None:
        """Store that a placement proved these exercises; they count as known."""
        self.write(lambda progress: progress.prove_known(exercises), "Keeping what you know")
        self.proven.update(dict.fromkeys(exercises, True))
        self._count_known(exercises)

    def use_known(self, exercises: Collection[str], use: bool) -> None:
        """Store whether these exercises count as known; those that no placement proved stay as they are."""
        self.write(lambda progress: progress.use_known(exercises, use), "Keeping what you know")
        self.proven.update(dict.fromkeys((one for one in exercises if one in self.proven), use))
        self._count_known(exercises)

    def _count_known(self, exercises: Iterable[str]) -> None:
        for exercise in exercises:
            standing = self.standing(exercise)
            if standing.status in ("todo", "known"):
                self.standings[exercise] = replace(standing, status="known" if self.proven.get(exercise) else "todo")
