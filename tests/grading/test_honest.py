"""Unusual but honest answers are right; `honest/` contains them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import exercise
from tests.sampling import some

pytestmark = pytest.mark.grading
HONEST = Path(__file__).parent / "honest"
FILES = sorted(HONEST.glob("*.py"))
"""Answers to tensors/arccos."""
OTHERS = sorted(HONEST.glob("*/*__*.py"))
"""Answers to other exercises: <topic>/<slug>__<style>.py."""
PLAIN = "from mxnet import nd\n\n\ndef arccos(x):\n    # Größe, 角度\n    return nd.arccos(x)\n"
ENCODED = {
    "byte order mark": PLAIN.encode("utf-8-sig"),
    "carriage returns": PLAIN.replace("\n", "\r\n").encode(),
    "both": PLAIN.replace("\n", "\r\n").encode("utf-8-sig"),
    "old line ends": PLAIN.replace("\n", "\r").encode(),
    "latin-1": ("# -*- coding: latin-1 -*-\n" + PLAIN.replace("角度", "°")).encode("latin-1"),
    "shift-jis": ("#!python\n# vim: set fileencoding=shift_jis :\n" + PLAIN.replace("Größe", "")).encode("shift_jis"),
    "tabs": PLAIN.replace("    ", "\t").encode(),
    "form feeds": PLAIN.replace("\n\n\n", "\n\f\n").encode(),
    "no last line end": PLAIN.rstrip("\n").encode(),
    "half a mebibyte": (PLAIN + "TABLE = [\n" + "    1.2345678, 2.3456789, 3.4567891,\n" * 14_000 + "]\n").encode(),
}  # fmt: skip


def _grade(grader: LocalGrader, source: bytes, name: str = "tensors/arccos") -> Report:
    return grader.grade(Submission(exercise(name), source))


@pytest.mark.parametrize("path", some(FILES, 4, lambda path: path.stem))
def test_odd_answer_is_right(path: Path, grader: LocalGrader) -> None:
    report = _grade(grader, path.read_bytes())
    assert report.verdict is Verdict.RIGHT, (report.headline, report.error, report.output[-2000:])


@pytest.mark.parametrize("path", some(OTHERS, 4, lambda path: f"{path.parent.name}-{path.stem}"))
def test_unusual_answer_is_right(path: Path, grader: LocalGrader) -> None:
    report = _grade(grader, path.read_bytes(), f"{path.parent.name}/{path.stem.partition('__')[0]}")
    assert report.verdict is Verdict.RIGHT, (report.headline, report.error, report.output[-2000:])
    assert report.flags == ()


@pytest.mark.parametrize("name", ENCODED)
def test_encoding_does_not_matter(name: str, grader: LocalGrader) -> None:
    report = _grade(grader, ENCODED[name])
    assert report.verdict is Verdict.RIGHT, (report.headline, report.error)


def test_there_are_enough_odd_answers() -> None:
    assert len(FILES) >= 40
    assert len(OTHERS) >= 60
    assert {path.parent.name for path in OTHERS} == {"tensors", "autograd", "blocks", "trainers", "gpu", "io"}


def test_output_is_kept_from_both_ends(grader: LocalGrader) -> None:
    source = b"for i in range(100000):\n    print('line', i)\n" + PLAIN.encode()
    report = _grade(grader, source)
    assert report.verdict is Verdict.RIGHT
    assert report.output.startswith("line 0\nline 1\n")
    assert report.output.endswith("line 99999\n")
    assert len(report.output) < 50_000
    assert "bytes left out" in report.output


def test_what_is_printed_without_a_line_end_is_kept(grader: LocalGrader) -> None:
    report = _grade(grader, b"print('half a line', end='')\n" + PLAIN.encode())
    assert report.verdict is Verdict.RIGHT
    assert report.output == "half a line"
