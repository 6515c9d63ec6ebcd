"""Finds the exercise and the learner in the name of a file or folder."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from mxtutor.suggest import nearest

_MOODLE = re.compile(r"(?P<who>.+?)_assignsubmission_(?P<kind>file|onlinetext)(?:_(?P<rest>.*))?", re.DOTALL)
_UPLOAD = r"_(?:\d+_(?P<rest>.+)|(?P<typed>(?:text|link)(?:-\d+)?\.html))"
"""End of a name from Canvas: the number and name of a file, or the name of a text or link typed into its page."""
_CANVAS = re.compile(rf"(?P<who>[^_].*?)(?P<late>_LATE)?_(?P<user>\d+){_UPLOAD}", re.DOTALL)
_CANVAS_ANONYMOUS = re.compile(rf"(?P<late>LATE_)?(?P<who>anon_[^\W_]+){_UPLOAD}", re.DOTALL)
_AGAIN = re.compile(r"-\d+(?=\.\w+$)")
_COPY = re.compile(r"\s*\(\d+\)$")
"""Suffix that a browser adds to a repeated download."""
_NUMBER = re.compile(r"(?:-|\()(\d+)\)?$")
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""First characters of a cell that a spreadsheet evaluates as a formula."""
_TEXT = re.compile(r"(?:\.py|\.txt)+$", re.IGNORECASE)
"""Suffixes of a file with one answer; repeated ones occur because some systems hide suffixes."""


def readable(name: str) -> str:
    """Return a text that UTF-8 can encode: lone surrogates, from invalid bytes in a name, become escapes."""
    return name.encode("utf-8", "backslashreplace").decode()


def learner_name(name: str) -> str:
    """Return a name in the form of gradebook and roster: Unicode's composed form (NFC)."""
    return unicodedata.normalize("NFC", readable(name))


def folded(text: str) -> str:
    """Return a text in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def reading_order(name: str) -> tuple[str, str]:
    """Return the sort key of a name: without regard to case and accents."""
    return folded(name), name


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a hand-in, according to the name that a learning platform gave it."""

    learner: str
    file: str
    """The learner's own name for the file; empty for a folder."""
    late: bool = False
    """Whether the platform says that the file is late."""
    typed: bool = False
    """Whether it is a text typed into the platform's page, not a file."""
    canvas: bool = False


NOBODY = Owner("", "")


def owner_of(name: str, *, folder: bool = False) -> Owner | None:
    """Return the owner in the name of a file or folder from Moodle or Canvas; None for any other name.

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
    if not (found := _CANVAS_ANONYMOUS.fullmatch(name) or _CANVAS.fullmatch(name)):
        return None
    learner = found["who"] if found.re is _CANVAS_ANONYMOUS else f"{found['who']}_{found['user']}"
    late, typed = bool(found["late"]), bool(found["typed"])
    return Owner(learner_name(learner), found["rest"] or found["typed"], late, typed, canvas=True)


def owners_of(names: Mapping[str, bool]) -> dict[str, Owner] | None:
    """Return the owners of the names in a folder or archive, if a platform gave at least half of the names.

    `names` maps each name to whether it is a folder. Other names are left out. The result is empty if this is no
    download, and None if it is uncertain: a platform gave fewer than half of the names, but those of several learners.
    """
    found = {name: owner for name, folder in names.items() if (owner := owner_of(readable(name), folder=folder))}
    if found and 2 * len(found) >= len(names):
        return found
    return None if len({owner.learner for owner in found.values()}) > 1 else {}


def looks_like(name: str) -> str:
    """Return a name in a form for comparison: Unicode's NFKC, lower case, single spaces for spaces and `_`."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().replace("_", " ").split())


def same_person(called: Mapping[str, Collection[str]]) -> tuple[tuple[str, str], ...]:
    """Return pairs of learners who may be the same person.

    `called` has the names of each learner's folders. Two names in a pair differ only in capitals, spaces or forms of
    letters; a pair of equal names is a learner with two such folders.
    """
    found = [(learner, learner) for learner, names in called.items() if len(set(names) - {""}) > 1]
    alike: dict[str, str] = {}
    for learner in sorted(called, key=reading_order):
        first = alike.setdefault(looks_like(learner), learner)
        if first != learner:
            found.append((first, learner))
    return tuple(found)


def is_answer(name: str) -> bool:
    """Return whether a file contains one answer, by its suffix."""
    return bool(_TEXT.search(name))


def upload_number(name: str, exercise: str) -> int:
    """Return the number of a repeated upload or download: 2 for `erf (2).py` and `erf-2.py`, 0 for `erf.py`."""
    stem = _TEXT.sub("", name)
    again = _NUMBER.search(stem)
    return int(again[1]) if again and not _plain(stem).endswith(exercise.partition("/")[2]) else 0


def _plain(stem: str) -> str:
    """Return a name in the form of ids: `tensors-clip` for `Tensors_Clip`."""
    return re.sub(r"[\s_]+", "-", unicodedata.normalize("NFC", stem).strip().casefold())


class Names:
    """Finds the exercises of a course by the names of files."""

    def __init__(self, ids: Collection[str]) -> None:
        self.ids = frozenset(ids)
        self._by_slug: dict[str, list[str]] = defaultdict(list)
        for identity in ids:
            self._by_slug[identity.partition("/")[2]].append(identity)
        self._topics = {identity.partition("/")[0] for identity in ids}
        self.own_folders = {"answers", *self._topics}
        """Names of the folders in which mxtutor stores answers."""

    def exercise(self, parts: Sequence[str], *, canvas: bool = False) -> str:
        """Return the exercise of a path below a learner's folder; empty if there is none.

        The path is `.../<topic>/<slug>.py`, or `<slug>.py` if only one topic has that slug and no folder names another
        topic; .txt is allowed. If no exercise has exactly that name, these differences are ignored: capitals, `_` for
        `-`, the number of a repeated download (`arccos (1).py`), the topic before the slug (`tensors-arccos.py`).
        With `canvas`, the platform's number of a repeated upload (`arccos-1.py`) is ignored, too.
        """
        if not parts or not (ending := _TEXT.search(parts[-1])):
            return ""
        stem = parts[-1][: ending.start()]
        topic = parts[-2] if len(parts) > 1 else ""
        if found := self._named(topic, stem):
            return found
        again = _AGAIN.sub("", f"{stem}.py")[:-3] if canvas else stem
        return self._named(topic, again) or self._nearly(_plain(topic), _plain(_COPY.sub("", again)))

    def _named(self, topic: str, slug: str) -> str:
        if f"{topic}/{slug}" in self.ids:
            return f"{topic}/{slug}"
        named = self._by_slug.get(slug, ()) if topic not in self._topics else ()
        return named[0] if len(named) == 1 else ""

    def _nearly(self, topic: str, slug: str) -> str:
        if found := self._named(topic, slug):
            return found
        named = [f"{one}/{slug[len(one) + 1 :]}" for one in self._topics if slug.startswith(f"{one}-")]
        if topic in self._topics:
            named = [one for one in named if one.startswith(f"{topic}/")]
        known = [one for one in named if one in self.ids]
        return known[0] if len(known) == 1 else ""

    def why_not(self, parts: Sequence[str]) -> str:
        """Return why a path names no exercise, as a sentence."""
        ending = _TEXT.search(parts[-1])
        if not ending:
            return "Its name ends in neither .py nor .txt."
        slug = parts[-1][: ending.start()]
        if len(self._by_slug.get(slug, ())) > 1 and len(parts) == 1:
            return f"Several topics have an exercise {slug}; put it into the topic's folder."
        name = "/".join([*(part for part in parts[-2:-1] if part in self._topics), slug])
        return f"There is no exercise {readable(name)}."

    def nearest(self, parts: Sequence[str]) -> str:
        """Return the exercise that a path such as `first_steps.py.txt` probably means; empty if there is none."""
        stem = re.sub(r"^copy of |(\.(py|txt|ipynb|zip|json))+$", "", parts[-1].lower())
        slug = re.sub(r"[\s_]+", "-", re.sub(r"(\s*\(\d+\)|[\s_-]+(copy|final)|-\d+)$", "", stem).strip())
        slug = slug.rpartition("/")[2]
        topics = {part.lower() for part in parts[:-1]}
        near = [slug] if slug in self._by_slug else nearest(slug, self._by_slug, likeness=0.8)
        found = [identity for one in near for identity in self._by_slug[one]]
        return next((one for one in found if one.partition("/")[0] in topics), found[0] if found else "")
