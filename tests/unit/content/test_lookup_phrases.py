"""Words, error messages, code and names that people type or paste: the look-up's first row answers them."""

from __future__ import annotations

import json
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from mxtutor.cli import main
from mxtutor.content.lookup import Lookup
from mxtutor.content.truth import load_truth
from mxtutor.paths import content_root


def phrases() -> list[tuple[str, str]]:
    """Return the queries, each with the name of the row that comes first; "" where nothing is found."""
    lines = (Path(__file__).parent / "lookup_phrases.txt").read_text().splitlines()
    parts = (line.rpartition("=>") for line in lines if "=>" in line and not line.startswith("#"))
    return [(query.strip().replace("\\n", "\n"), name.strip()) for query, _, name in parts]


@pytest.fixture(scope="module")
def table() -> Lookup:
    """The tutor's own table, after its first search."""
    table = Lookup.over(load_truth(content_root()))
    table.matches("a name that nobody has"), table.near("nothing like it")
    return table


def test_there_are_many_phrases_of_each_kind() -> None:
    text = (Path(__file__).parent / "lookup_phrases.txt").read_text()
    sizes = {part.splitlines()[0]: part.count("=>") for part in text.split("\n## ")[1:]}
    assert sizes.keys() == {
        "tasks and words",
        "error messages",
        "names of torch",
        "code",
        "names of MXNet",
        "copied with more than a name",
    }
    assert sizes["tasks and words"] >= 150
    assert sizes["error messages"] >= 40


@pytest.mark.parametrize(("query", "name"), phrases())
def test_a_phrase_finds_its_row_first(table: Lookup, query: str, name: str) -> None:
    found = [row.torch for row in table.find(query)]
    assert found[:1] == ([name] if name else [])


RIGHT = 0.95
"""Least share of the queries of `lookup_typed.txt` whose first row is right, for all and for each kind."""


def test_what_people_type_finds_a_right_row_first(table: Lookup) -> None:
    parts = (Path(__file__).parent / "lookup_typed.txt").read_text().split("\n## ")[1:]
    assert len(parts) == 5
    for part in parts:
        kind, *lines = part.strip().splitlines()
        wrong = []
        for line in lines:
            query, _, names = line.rpartition(" => ")
            found = [name for row in table.find(table.spelled(query))[:1] for name in row.names]
            if not any(fnmatchcase(name, wanted) for name in found for wanted in names.split(", ")):
                wrong.append(query)
        assert len(wrong) <= (1 - RIGHT) * len(lines), (kind, wrong)


TYPING_MISTAKES = {
    "torch.clmap": "torch.clamp",
    "torch.catt": "torch.cat",
    "toch.cat": "torch.cat",
    "nn.Linaer": "torch.nn.Linear",
    "nn.BatchNom2d": "torch.nn.BatchNorm2d",
    "F.sofmax": "torch.nn.functional.softmax",
    "x.unsqeeze(0)": "Tensor.unsqueeze",
    "nn.CrossEntroyLoss()": "torch.nn.CrossEntropyLoss",
    "torch.utils.Dataloder": "torch.utils.data.DataLoader",
    "torch.utils.DataLoader": "torch.utils.data.DataLoader",
    "loss.backwards()": "Tensor.backward",
    "torch.cuda.is_avaliable()": "torch.cuda.is_available",
    "model.load_dict": "torch.nn.Module.load_state_dict",
}
"""Names with a mistake, and the name that is offered first."""


@pytest.mark.parametrize(("query", "name"), TYPING_MISTAKES.items())
def test_a_name_with_a_mistake_offers_the_right_one_first(table: Lookup, query: str, name: str) -> None:
    assert table.find(query) == []
    assert table.near(query)[0] == name


@pytest.mark.parametrize(
    ("query", "name"), [("ihfft", "torch.fft.ihfft"), ("torch.fft.rfftn(x)", "torch.fft.rfftn"), ("x.erfcx()", "erfcx")]
)
def test_a_name_that_torch_has_is_no_mistake(query: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", query]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{name}, but the table does not say what MXNet has for it." in err


def test_a_name_of_mxnet_without_a_row_has_mxnet_s_own_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "nd.khatri_rao"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "MXNet has nd.khatri_rao(*args, out=None). Computes the Khatri-Rao product" in " ".join(err.split())


@pytest.mark.parametrize(
    ("query", "meant", "name"),
    [
        ("unsqeeze dim", "unsqueeze dim", "torch.unsqueeze"),
        ("savin", "saving", "torch.save"),
        ("seperate a tensor", "separate a tensor", "torch.split"),
    ],
)
def test_a_mistyped_word_is_answered_and_named(
    query: str, meant: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lookup", query]) == 0
    first, _, rest = capsys.readouterr().out.partition("\n\n")
    assert first == f"{query!r} is not in the table: this is about {meant!r}."
    assert rest.startswith(f"{name} ")


ODD = [
    "\x00",
    "a\x00b",
    "\x1b[31mred",
    "x" * 20000,
    "x" * 500 + ":",
    "(" * 3000,
    "[" * 3000 + "]" * 3000,
    "x." * 3000 + "y",
    "a " * 5000,
    "torch." + "cat." * 500,
    "\ud800",
    "\u202etorch",
    "тензор",
    "[a-z]+",
    "(?P<x>a)",
    "%d %s",
    "{0}",
    "def f(",
    "try:",
    "<b>alert(1)</b>",
    "../../etc/passwd",
    "x if y else z",
    "-1",
    "pass",
]
"""Text that is no name and no word of the table."""


@pytest.mark.parametrize("query", ODD)
def test_odd_text_gets_one_line_and_exit_code_1(query: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "--", query]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "is not in the table." in err
    assert len(err) < 400


@pytest.mark.parametrize("query", ODD)
def test_odd_text_gets_json_without_matches(query: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "--json", "--", query]) == 1
    assert json.loads(capsys.readouterr().out)["matches"] == []


@pytest.mark.parametrize("query", ["", "  ", "\n\t"])
def test_no_query_is_bad_usage(query: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", query]) == 2
    assert "A name is needed." in capsys.readouterr().err


def test_a_module_lists_its_rows_in_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookup", "from torch import nn"]) == 0
    lines = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    assert "torch.nn.Flatten  same  nn.Flatten()" in lines
    named = [line.split()[0] for line in lines]
    assert len(named) == len(set(named))


@pytest.mark.parametrize("query", ["0in x.sum()", r"torch.cat(['\d'])"])
def test_the_interpreter_warns_of_no_code_in_a_query(query: str) -> None:
    found = subprocess.run([sys.executable, "-W", "always", "-m", "mxtutor", "lookup", query], capture_output=True)
    assert (found.returncode, found.stderr) == (0, b"")
