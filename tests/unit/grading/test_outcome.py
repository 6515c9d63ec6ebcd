"""The meaning of a job's end: a failure of mxtutor, an error of the answer, or a result; forged results never pass."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mxtutor.grading import wire
from mxtutor.grading.protocol import ErrorDetail, Verdict
from mxtutor.grading.results.decode import Failure, Result, read
from mxtutor.grading.workers.job import EndedJob

NONCE = "d6b1"
VALUE: dict[str, Any] = {"k": "nd", "a": np.array([1.0], np.float32), "ctx": "cpu(0)"}
ERROR = {"type": "ValueError", "text": "no", "line": 3, "frames": ["line 3"], "full": "Traceback"}


def outcome(tree: Any, cases: int = 1, nonce: str = NONCE) -> Result:
    """Read the end of a job that left a tree as its result."""
    payload = {"nonce": nonce, **tree} if isinstance(tree, dict) else tree
    return read(EndedJob("done", frame=wire.pack(payload), begun=True), NONCE, cases)


def ended(how: Any, code: int = 0, *, begun: bool = True) -> Failure:
    """Read the end of a job that left no result."""
    failure = read(EndedJob(how, code, begun=begun), NONCE, 1).failure
    assert failure is not None
    return failure


@pytest.mark.parametrize(
    ("how", "code", "verdict", "words"),
    [
        ("wall", 0, Verdict.TIMEOUT, "out of time"),
        ("overdue", 0, Verdict.TIMEOUT, "out of time"),
        ("cpu", 0, Verdict.TIMEOUT, "out of time"),
        ("memory", 0, Verdict.CRASH, "2 GiB"),
        ("output", 0, Verdict.CRASH, "32 MiB"),
        ("result", 0, Verdict.CRASH, "64 MiB"),
        ("signal", 11, Verdict.CRASH, "SIGSEGV"),
        ("signal", 63, Verdict.CRASH, "signal 63"),
        ("exit", 0, Verdict.CRASH, "exit status 0"),
        ("exit", 3, Verdict.CRASH, "exit status 3"),
        ("lost", 0, Verdict.BROKEN, "lost"),
        ("cancelled", 0, Verdict.BROKEN, "cancelled"),
    ],
)
def test_an_end_without_result_has_its_verdict(how: str, code: int, verdict: Verdict, words: str) -> None:
    fell = ended(how, code)
    assert fell.verdict is verdict
    assert words in fell.headline


@pytest.mark.parametrize("how", ["exit", "signal", "cpu", "lost"])
def test_what_dies_before_the_answer_s_first_byte_is_our_fault(how: str) -> None:
    assert ended(how, 70, begun=False).verdict is Verdict.BROKEN


def test_a_result_is_read() -> None:
    ran = outcome({"cases": [{"value": VALUE, "inputs": {"x": VALUE["a"]}, "alias": ["x"]}], "seconds": 0.5})
    assert ran.failure is None
    (case,) = ran.cases
    assert not isinstance(case, ErrorDetail)
    assert (case.value.kind, list(case.inputs), case.alias, ran.seconds) == ("nd", ["x"], ("x",), 0.5)


def test_an_error_may_end_the_cases_early() -> None:
    ran = outcome({"cases": [{"value": VALUE}, {"error": ERROR}]}, cases=5)
    assert ran.failure is None
    assert isinstance(ran.cases[-1], ErrorDetail)


def test_texts_are_capped_and_printable_anywhere() -> None:
    ran = outcome({"error": {**ERROR, "text": "x" * 9000, "full": "y" * 99_000, "frames": ["z" * 999] * 30}})
    assert ran.failure is None
    assert ran.error is not None
    assert (len(ran.error.text), len(ran.error.full), len(ran.error.frames)) == (4000, 20_000, 20)


FORGED: dict[str, Any] = {
    "no mapping": [],
    "no cases": {},
    "fewer cases": {"cases": []},
    "more cases": {"cases": [{"value": VALUE}] * 2},
    "a value in place of cases": {"values": VALUE},
    "cases after an error": {"cases": [{"error": ERROR}, {"value": VALUE}]},
    "a case that is a list": {"cases": [[]]},
    "a case without value": {"cases": [{}]},
    "a duration as text": {"cases": [{"value": VALUE}], "seconds": "1"},
    "a duration of NaN": {"cases": [{"value": VALUE}], "seconds": float("nan")},
    "a duration beyond floats": {"cases": [{"value": VALUE}], "seconds": 10**400},
    "an alias of numbers": {"cases": [{"value": VALUE, "alias": [1]}]},
    "arguments that are not arrays": {"cases": [{"value": VALUE, "inputs": {"x": 1}}]},
    "observations as a list": {"cases": [{"value": VALUE, "observed": []}]},
    "an error without text": {"error": {**ERROR, "text": 1}},
    "an error at no line": {"error": {**ERROR, "line": "3"}},
    "an error as text": {"error": "boom"},
}


@pytest.mark.parametrize("tree", FORGED.values(), ids=list(FORGED))
def test_a_forged_result_is_a_crash(tree: Any) -> None:
    fell = outcome(tree).failure
    assert fell is not None
    assert fell.verdict is Verdict.CRASH
    assert "without a readable result" in fell.headline


def test_the_result_of_another_job_is_a_crash() -> None:
    fell = outcome({"cases": [{"value": VALUE}]}, nonce="other").failure
    assert fell is not None
    assert fell.verdict is Verdict.CRASH


STUDY: dict[str, Any] = {
    "predict": np.frombuffer(b"{}", np.uint8), "train": np.frombuffer(b"{}", np.uint8), "names": {"output": "output"},
    "inputs": ["a"], "parameters": [None, "b"], "running": [], "heads": [np.ones(2, np.float32)],
    "leaves": {"a": np.ones(2, np.float32)}, "np": False,
}  # fmt: skip


def test_studies_and_facts_come_through() -> None:
    ran = outcome({"cases": [{"value": VALUE, "studies": [STUDY, {"reason": "no graph"}], "facts": VALUE}]})
    assert ran.failure is None
    (case,) = ran.cases
    assert not isinstance(case, ErrorDetail)
    assert [set(s) for s in case.studies] == [set(STUDY), {"reason"}]
    assert case.facts is not None
    assert case.facts.array is not None


@pytest.mark.parametrize(
    "studies",
    [
        7,
        [7],
        [{}],
        [{"reason": 7}],
        [{"reason": "x"}] * 17,
        *([{**STUDY, name: odd}] for name in STUDY if name != "np" for odd in (7, [7], {"a": 7}, "x", None)),
        [{**STUDY, "train": np.ones((2, 2), np.uint8)}],
        [{**STUDY, "train": np.ones(2, np.int32)}],
    ],
)  # fmt: skip
def test_studies_of_another_kind_are_a_crash(studies: Any) -> None:
    fell = outcome({"cases": [{"value": VALUE, "studies": studies}]}).failure
    assert fell is not None
    assert fell.verdict is Verdict.CRASH


@pytest.mark.parametrize("tampered", ["x", {"a": 1}, [7], [None]])
def test_replaced_functions_of_another_kind_are_a_crash(tampered: Any) -> None:
    fell = outcome({"cases": [{"value": VALUE}], "tampered": tampered}).failure
    assert fell is not None
    assert fell.verdict is Verdict.CRASH


def test_replaced_functions_are_kept() -> None:
    ran = outcome({"cases": [{"value": VALUE}], "tampered": ["NDArray.context"]})
    assert ran.failure is None
    assert ran.tampered == ("NDArray.context",)
