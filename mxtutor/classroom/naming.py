"""Which exercise and which learner the name of a file means."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mxtutor.suggest import nearest

_MOODLE = re.compile(r"(?P<who>.+?)_assignsubmission_(?P<kind>file|onlinetext)(?:_(?P<rest>.*))?", re.DOTALL)
_CANVAS = re.compile(r"(?P<who>[^_].*?)(?P<late>_LATE)?_(?P<user>\d+)_\d+_(?P<rest>.+)", re.DOTALL)
_CANVAS_ANONYMOUS = re.compile(r"(?P<late>LATE_)?(?P<who>anon_[^\W_]+)_\d+_(?P<rest>.+)", re.DOTALL)
_AGAIN = re.compile(r"-\d+(?=\.\w+$)")


def readable(name: str) -> str:
    """Return a file's name as text that can be written anywhere, whatever bytes the name has."""
    return name.encode("utf-8", "backslashreplace").decode()


def learner_name(name: str) -> str:
    """Return a name as the gradebook has it: in Unicode's composed form (NFC), as rosters have it."""
    return unicodedata.normalize("NFC", readable(name))


def reading_order(name: str) -> tuple[str, str]:
    """Return the sort key of a name: without regard to case and accents."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold(), name


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose file it is, as a learning platform wrote it into the file's name."""

    learner: str
    file: str
    """The learner's own name for the file; empty for a folder."""
    late: bool = False
    """Whether the platform says that the file is late."""
    typed: bool = False
    """Whether it is a text that was typed into the platform's page, and not a file."""
    canvas: bool = False


def owner_of(name: str, *, folder: bool = False) -> Owner | None:
    """Return whose file or folder a name in a download from Moodle or Canvas says it is; None for any other name.

    Moodle: `Ana Ruiz_4711_assignsubmission_file_/` (a folder), or the same start before a file's name.
    Canvas: `ruizana_4711_98765_arccos.py`, late `ruizana_LATE_4711_98765_arccos.py`, anonymous `anon_x1y2z_98765_...`.
    The platform's number stays in the learner's name, because names are not unique.
    """
    if found := _MOODLE.fullmatch(name):
        rest = found["rest"] or ""
        if folder != bool(rest):
            return Owner(learner_name(found["who"]), rest, typed=found["kind"] == "onlinetext")
        return None
    if folder:
        return None
    if found := _CANVAS_ANONYMOUS.fullmatch(name):
        return Owner(learner_name(found["who"]), found["rest"], bool(found["late"]), canvas=True)
    if found := _CANVAS.fullmatch(name):
        learner = f"{found['who']}_{found['user']}"
        return Owner(learner_name(learner), found["rest"], bool(found["late"]), canvas=True)
    return None


class Names:
    """The exercises of a course by the names that files have."""

    def __init__(self, ids: Collection[str]) -> None:
        self.ids = frozenset(ids)
        self._by_slug: dict[str, list[str]] = defaultdict(list)
        for identity in ids:
            self._by_slug[identity.partition("/")[2]].append(identity)
        self._topics = {identity.partition("/")[0] for identity in ids}

    def exercise(self, parts: Sequence[str], *, canvas: bool = False) -> str:
        """Return the exercise id that a path below a learner's folder means exactly; empty if there is none.

        It is `.../<topic>/<slug>.py`, or `<slug>.py` where only one topic has that slug and no folder names another.
        With `canvas`, a number that the platform added (`arccos-1.py` for a second upload) does not count.
        """
        if not parts or not parts[-1].endswith(".py"):
            return ""
        slug = parts[-1][:-3]
        topic = parts[-2] if len(parts) > 1 else ""
        if f"{topic}/{slug}" in self.ids:
            return f"{topic}/{slug}"
        named = [identity for identity in self._by_slug.get(slug, ()) if topic not in self._topics]
        if len(named) == 1:
            return named[0]
        again = _AGAIN.sub("", parts[-1]) if canvas else parts[-1]
        return self.exercise([*parts[:-1], again]) if again != parts[-1] else ""

    def why_not(self, parts: Sequence[str]) -> str:
        """Return why a path means no exercise, as one sentence."""
        if not parts[-1].endswith(".py"):
            return "Its name does not end in .py."
        slug = parts[-1][:-3]
        if len(self._by_slug.get(slug, ())) > 1 and len(parts) == 1:
            return f"Several topics have an exercise {slug}; put it into the topic's folder."
        name = "/".join(parts[-2:] if len(parts) > 1 and parts[-2] in self._topics else parts[-1:])[:-3]
        return f"There is no exercise {readable(name)}."

    def nearest(self, parts: Sequence[str]) -> str:
        """Return the id that a path probably means: `tensors/arccos (1).py`, `first_steps.py.txt`; empty if none."""
        stem = re.sub(r"(\.(py|txt|ipynb|zip|json))+$", "", parts[-1].lower())
        slug = re.sub(r"[\s_]+", "-", re.sub(r"(\s*\(\d+\)|[\s_-]+(copy|final)|-\d+)$", "", stem).strip())
        slug = slug.rpartition("/")[2]
        topics = {part.lower() for part in parts[:-1]}
        near = [slug] if slug in self._by_slug else nearest(slug, self._by_slug, likeness=0.8)
        found = [identity for one in near for identity in self._by_slug[one]]
        return next((one for one in found if one.partition("/")[0] in topics), found[0] if found else "")


def nearest_id(parts: Sequence[str], ids: Collection[str]) -> str:
    """Return the id of the exercise that a path probably means; empty if none is near."""
    return Names(ids).nearest(parts)
