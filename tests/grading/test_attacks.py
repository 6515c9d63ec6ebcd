"""No attack gets the verdict `right`, and none affects more than its own check; `attacks/` contains them."""

from __future__ import annotations

import json

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from tests.grading.attack_rig import ATTACKS, Attack, Lane, broken_rules
from tests.grading.conftest import Attempts
from tests.grading.rig import exercise

pytestmark = pytest.mark.grading


@pytest.mark.parametrize("attack", list(ATTACKS.values()), ids=list(ATTACKS))
def test_attack_is_held(attack: Attack, attempts: Attempts) -> None:
    if not attack.suits:
        pytest.skip(f"written for {attack.settings['Machine']}")
    wrong = broken_rules(attack, attempts.of(attack))
    assert not wrong, "\n".join(wrong)


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) >= 100
    assert len({a.text for a in ATTACKS.values()}) == len(ATTACKS)


def _sources() -> dict[str, bytes]:
    """Return sources that can crash or block the program that parses them."""
    calls = b"def arccos(x):\n    return x * 0\n"
    return {
        "null bytes": b"\0" * 1000 + calls,
        "no UTF-8": b"# \xff\xfe\xfd\n" + calls,
        "an unknown coding": b"# -*- coding: nonsense -*-\n" + calls,
        "a coding that is none of text": b"# -*- coding: hex -*-\n" + calls,
        "UTF-16": calls.decode().encode("utf-16"),
        "more than a mebibyte": b"#" * (1 << 20) + b"\n" + calls,
        "brackets in brackets": b"x = " + b"[" * 50_000 + b"]" * 50_000 + b"\n" + calls,
        "signs before a number": b"x = " + b"-" * 500_000 + b"1\n" + calls,
        "attributes of attributes": b"x = a" + b".b" * 200_000 + b"\n" + calls,
        "a sum without end": b"x = 1" + b"+1" * 200_000 + b"\n" + calls,
        "blocks in blocks": b"".join(b" " * i + b"if 1:\n" for i in range(101)) + calls,
        "a number of many digits": b"x = " + b"9" * 500_000 + b"\n" + calls,
        "a power that is folded": b"x = ((((2**999)**999)**999)**999)\n" + calls,
        "half a surrogate": b"x = '\\ud800'\nprint(x)\nraise ValueError(x)\n",
        "nothing": b"",
        "a chain that UTF-7 takes for a comment": b"# coding: utf-7\nx = 1 +ACM- a" + b".b" * 300_000 + b"\n1 / 0\n",
        "a thousand decorators": b"@print\n" * 1000 + calls,
        "an entry that is not a function": b"arccos = 5\n",
        "another number of parameters": b"def arccos():\n    return 0\n",
        "a coroutine": b"async def arccos(x):\n    return x\n",
    }


@pytest.mark.parametrize("name", list(_sources()))
def test_source_that_hurts_its_reader(name: str, lanes: list[Lane]) -> None:
    attack = Attack(name, "", {"Verdict": "error crash timeout wrong"})
    wrong = broken_rules(attack, lanes[0].run(attack, _sources()[name]))
    assert not wrong, "\n".join(wrong)


TYPED = (
    "[" * 400 + "]" * 400, "-" * 900 + "1", "9" * 999, "1e999", "nan", "float('nan')", "float('inf')", "True",
    "__import__('os')", "(lambda: 1)()", "[*range(9)]", "{**{}}", "b'x'", "...", "\0", "\ud800", "",
    "'" + "x" * 900 + "'", "{1: {2: 3}}", "1_0" * 300, "[[1], [1, 2]]", "[None]", "'1'", "1j", "('a',) * 9",
    "\x1b[2J", "# nothing",
)  # fmt: skip
"""Typed answers to a prediction that can crash a parser, or that a careless comparison would accept."""


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("name", ["tensors/quiz-integer-division", "tensors/quiz-take-shape"])
def test_typed_answer_that_hurts_its_reader(name: str, typed: str, grader: LocalGrader) -> None:
    report = grader.grade(Submission(exercise(name), typed.encode("utf-8", "surrogatepass")))
    assert report.verdict in (Verdict.WRONG, Verdict.ERROR), report
    json.dumps(report.to_json(), ensure_ascii=False).encode()
