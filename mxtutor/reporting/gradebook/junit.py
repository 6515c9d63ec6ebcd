"""A gradebook as JUnit XML: a test suite per learner, a test case per exercise that was set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.classroom.hand_ins import Unread
from mxtutor.grading.protocol import Verdict
from mxtutor.reporting.gradebook.summary import PARTIAL

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Return text for an element; characters that XML 1.0 does not allow become U+FFFD."""
    return escape(_ILLEGAL.sub("\ufffd", text))


def xml_attribute(text: str) -> str:
    """Return text in quotes for an attribute."""
    return quoteattr(_ILLEGAL.sub("\ufffd", text))


def junit_parts(book: Gradebook) -> Iterator[str]:
    """Yield the document piece by piece.

    A refused answer is a failure, a verdict that mxtutor owes is an error, an exercise without an answer is skipped.
    """
    header = book.header
    unread: dict[str, list[Unread]] = {}
    for one in book.unread:
        unread.setdefault(one.learner, []).append(one)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mxtutor">\n'
    properties = {"versions": header.versions_text, "content": header.content, "seed": str(header.seed),
                  "options": header.options_text, "partial": PARTIAL if book.partial else ""}  # fmt: skip
    shared = "".join(_property(name, value) for name, value in properties.items() if value)
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        lost = unread.get(learner, ())
        cases = [_case(book, identity, own.get(identity)) for identity in book.exercises]
        cases += [_unread(one) for one in lost]
        broken = sum(result.verdict is Verdict.BROKEN for result in own.values())
        refused = sum(not result.right for result in own.values()) - broken
        seconds = sum(result.seconds for result in own.values())
        skipped = book.total - len(own)
        yield (
            f"<testsuite name={xml_attribute(learner)} tests={xml_attribute(str(len(cases)))} "
            f'failures="{refused}" errors="{broken + len(lost)}" skipped="{skipped}" time="{seconds:.3f}" '
            f"timestamp={xml_attribute(header.started[:19])}>\n<properties>{shared}</properties>\n{''.join(cases)}</testsuite>\n"
        )
    if loose := unread.get("", ()):
        yield (
            f'<testsuite name="not read" tests="{len(loose)}" failures="0" errors="{len(loose)}" skipped="0">\n'
            f"{''.join(map(_unread, loose))}</testsuite>\n"
        )
    yield "</testsuites>\n"


def _case(book: Gradebook, identity: str, result: Result | None) -> str:
    topic, _, slug = identity.partition("/")
    start = f"<testcase classname={xml_attribute(topic)} name={xml_attribute(slug)}"
    if result is None:
        return f'{start} time="0"><skipped message="No answer was handed in."/></testcase>\n'
    inside = ""
    if result.override:
        was = result.graded.value if result.place >= 0 else "not graded"
        inside += _property("graded", was) + _property("override", result.override.reason)
    if score := book.score(result):
        inside += _property("score", f"{score.points:g}") + _property("possible", f"{score.of:g}")
    inside = f"<properties>{inside}</properties>" if inside else ""
    if not result.right:
        tag = "error" if result.verdict is Verdict.BROKEN else "failure"
        why = "\n".join(mistake.text for mistake in result.mistakes)
        inside += f"<{tag} type={xml_attribute(result.verdict.value)} message={xml_attribute(result.headline)}>"
        inside += f"{xml_text(why)}</{tag}>"
    return f'{start} time="{result.seconds:.3f}">{inside}</testcase>\n'


def _unread(one: Unread) -> str:
    message = xml_attribute(one.reason)
    return (
        f'<testcase classname="not read" name={xml_attribute(one.path)} time="0">'
        f'<error type="unread" message={message}/></testcase>\n'
    )


def _property(name: str, value: str) -> str:
    return f"<property name={xml_attribute(name)} value={xml_attribute(value)}/>"
