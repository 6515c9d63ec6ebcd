"""A lesson as blocks: prose, pairs of equivalent torch and mxnet code, and traps with their errors."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from mxtutor.content.record import Record
from mxtutor.content.records import Text, decode
from mxtutor.content.yaml_files import parse_yaml, text_of
from mxtutor.errors import ContentError, reason_of

MOST_HEAD_LINES = 20
"""Number of first lines of a file in which the summary must be."""
FRAMEWORKS = ("torch", "mxnet")
"""Languages of code blocks that can be run; other code blocks are prose. The names that they may use without an
import are in `prelude` of `grading.answer.adapter_*`."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown between runnable code blocks."""

    markdown: str


@dataclass(frozen=True, slots=True)
class CodePair:
    """Equivalent code in both frameworks; the result of a block is the value of its last expression."""

    torch: str
    mxnet: str
    agree: str = "values"
    """`values`: equal shape and values. `differs`: they must differ, and the prose explains why."""
    rtol: float = 1e-4
    """Relative tolerance between the two results."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A block that raises, or a block of one framework alone."""

    framework: str
    source: str
    raises: str = ""
    """Part of the error's last line ("AttributeError: ..."); empty for a block without an error."""

    @property
    def error(self) -> str:
        """The error as the lesson shows it; begins with dots if `raises` does not begin with the error's type."""
        whole = not self.raises or re.match(r"[A-Za-z.]+(Error|Warning|Exception)\b", self.raises)
        return self.raises if whole else f"... {self.raises}"


Block = Prose | CodePair | Trap


@dataclass(frozen=True, slots=True)
class Lesson:
    title: str
    summary: str
    """One sentence on what a learner can do after the lesson."""
    blocks: tuple[Block, ...]


class LessonHead(Record, frozen=True):
    """Front matter of a lesson."""

    title: Text
    summary: str = ""


def load_lesson(path: Path) -> Lesson:
    """Return the lesson in a Markdown file with YAML front matter.

    Raises:
        ContentError: the file is missing, has no front matter or a torch block without its mxnet block.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{path} cannot be read: {reason_of(error)}.") from error
    return parse_lesson(text, str(path))


def parse_lesson(text: str, name: str) -> Lesson:
    """Return the lesson in a text; `name` is its name in error messages.

    Raises:
        ContentError: see `load_lesson`.
    """
    if not text.startswith("---\n") or "\n---\n" not in text[4:]:
        raise ContentError(f"{name}: a lesson begins with front matter between two lines of ---.")
    front, _, body = text[4:].partition("\n---\n")
    place = f"{name}: the front matter"
    head = decode(parse_yaml(front, place), LessonHead, place)
    return Lesson(head.title, head.summary, tuple(_blocks(body, name)))


def _blocks(body: str, name: str) -> list[Block]:
    from markdown_it import MarkdownIt  # the import takes 40 ms; in the tutor, Textual has done it already

    lines = body.splitlines()
    for line in lines:
        if line.startswith("```") and "`" in line.lstrip("`"):
            raise ContentError(f"{name}: {line}: Markdown allows no backtick in the first line of a block.")
    fences = [t for t in MarkdownIt().parse(body) if t.type == "fence" and t.map and t.level == 0]
    fences = [t for t in fences if t.info.split(" ")[0] in FRAMEWORKS]
    blocks: list[Block] = []
    start, waiting = 0, ""
    for fence in fences:
        assert fence.map is not None  # filtered above; for the type checker
        framework, options = _options(fence.info, name, in_pair=bool(waiting))
        prose = "\n".join(lines[start : fence.map[0]]).strip()
        start = fence.map[1]
        if waiting and (prose or framework != "mxnet"):
            raise ContentError(f"{name}: a torch block must be followed directly by its mxnet block.")
        if prose:
            blocks.append(Prose(prose))
        if waiting:
            blocks.append(
                CodePair(waiting, fence.content, options.get("agree", "values"), float(options.get("rtol", 1e-4)))
            )
            waiting = ""
        elif framework == "torch" and not options:
            waiting = fence.content
        else:
            blocks.append(Trap(framework, fence.content, options.get("raises", "")))
    if waiting:
        raise ContentError(f"{name}: the last torch block has no mxnet block.")
    if rest := "\n".join(lines[start:]).strip():
        blocks.append(Prose(rest))
    return blocks


def _options(info: str, name: str, *, in_pair: bool) -> tuple[str, dict[str, str]]:
    """Split `mxnet raises="..."` into framework and options; the second block of a pair has other options."""
    try:
        framework, *words = shlex.split(info)
    except ValueError as error:
        raise ContentError(f"{name}: the line ```{info} has an open quote.") from error
    options = {k: v for k, _, v in (w.partition("=") for w in words)}
    if unknown := sorted(set(options) - ({"agree", "rtol"} if in_pair else {"raises", "alone"})):
        where = "the mxnet block of a pair" if in_pair else "a block outside of a pair"
        raise ContentError(f"{name}: ```{info}: {where} has no option {unknown[0]!r}.")
    if options.get("agree", "values") not in ("values", "differs"):
        raise ContentError(f"{name}: ```{info}: agree must be values or differs.")
    if not re.fullmatch(r"\d*\.?\d+(e-?\d+)?", options.get("rtol", "0.1")):
        raise ContentError(f"{name}: ```{info}: rtol must be a number.")
    return framework, options


def summary_of(path: Path) -> str:
    """Return a lesson's summary from the head of its file; empty if it cannot be read."""
    lines = text_of(path).splitlines()[:MOST_HEAD_LINES]
    found = (line.partition(":")[2].strip() for line in lines if line.startswith("summary:"))
    return next(found, "").strip("\"'")
