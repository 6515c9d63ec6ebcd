"""What docs/authoring.md quotes of the code is what the code says."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from mxtutor.authoring.exercises import ENOUGH_RIGHT, ENOUGH_VARIANTS, ENOUGH_WRONG
from mxtutor.authoring.mutation.run import MAX_MARKED_SHARE
from mxtutor.content import loader
from mxtutor.content.comparison import LAWS
from mxtutor.content.lessons import CodePair
from mxtutor.content.model import Claim, Compare, Kind, Observation, ResultType, Statistics
from mxtutor.content.truth_rows import Code, Proof, TruthClass
from mxtutor.grading.answer.kit_mxnet import MAX_FILE

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
FLAT = " ".join(PAGE.split())
WORDS = {2: "two", 3: "three"}
DEFAULTS = {f.name: f.default for f in msgspec.structs.fields(loader.ExerciseFile)}


def imported(framework: str) -> list[str]:
    """Return the names that a snippet may use without importing them, from the source of the worker's adapter."""
    path = ROOT / "mxtutor" / "grading" / "answer" / f"adapter_{framework}.py"
    (prelude,) = (
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "prelude"
    )
    lines = ast.parse(ast.literal_eval(prelude)).body
    return [a.asname or a.name for line in lines if isinstance(line, (ast.Import, ast.ImportFrom)) for a in line.names]


QUOTES: dict[str, str] = {
    "draws": f"how often each random case is drawn (default {DEFAULTS['draws']})",
    "seconds": f"processor time and waiting (default {DEFAULTS['seconds']:.0f})",
    "kinds": f"code (default), {', '.join(get_args(Kind)[1:])}",
    "right answers": f"loop ...), at least {WORDS[ENOUGH_RIGHT]}",
    "wrong answers": f"must be refused, at least {WORDS[ENOUGH_WRONG]}",
    "variants": f"`variants` lists at least {WORDS[ENOUGH_VARIANTS]} sets of numbers",
    "a file of facts": f"its bytes; {MAX_FILE >> 20} MiB at most",
    "marks": f"At most {MAX_MARKED_SHARE:.0%}".replace("%", " %") + " of an exercise's running mutants",
    "rtol of a row": f"{Proof(Code()).rtol:.0e}".replace("e-0", "e-") + " unless given",
    "torch's imports": f"{', '.join(f'`{n}`' for n in imported('torch'))} in a `torch` block",
    "MXNet's imports": f"{', '.join(f'`{n}`' for n in imported('mxnet'))} in an `mxnet` block",
    "the classes of rows": " ".join(get_args(TruthClass)),
    "the sides of a pair": f"(`agree={CodePair('', '').agree}`, the default",
}  # fmt: skip


@pytest.mark.parametrize("quote", QUOTES.values(), ids=list(QUOTES))
def test_the_page_quotes_the_code(quote: str) -> None:
    assert quote in FLAT


def words_of(record: Any, name: str) -> tuple[str, ...]:
    """Return the words that a field of a record may hold."""
    (kind,) = (field.type for field in msgspec.structs.fields(record) if field.name == name)
    return get_args(kind)


@pytest.mark.parametrize(
    "words",
    [
        get_args(ResultType), tuple(LAWS), get_args(Claim), words_of(Compare, "inputs"),
        words_of(Compare, "alias")[:2], words_of(Observation, "test")[1:], words_of(Observation, "dtype")[:2],
        tuple(f.name for f in msgspec.structs.fields(Statistics)), tuple(loader.STUDIED),
        tuple(f.encode_name for f in msgspec.structs.fields(loader.ExerciseFile)),
    ],
    ids=["types", "laws", "claim", "inputs", "alias", "tests", "dtypes", "statistics", "study", "keys"],
)  # fmt: skip
def test_the_page_names_every_word_that_a_key_takes(words: tuple[str, ...]) -> None:
    assert words
    assert [word for word in words if not re.search(rf"\b{word}\b", PAGE)] == []
