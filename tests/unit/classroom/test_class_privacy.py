"""No `--anonymous` output holds a name, and no learner's page holds another learner's name or code."""

from __future__ import annotations

import io
import json
import re
import unicodedata
import zipfile
from pathlib import Path

import pytest

from mxtutor.classroom.anonymity import HIDDEN, NameScrubber
from mxtutor.reporting.gradebook.page import file_names
from tests.unit.classroom.classes import FakeGrader
from tests.unit.classroom.test_class_commands import RIGHT, Class, klass

__all__ = ["klass"]

ENDINGS = (".json", ".jsonl", ".csv", ".html")
LEARNERS = {
    "Jürgen Großmann": ("juergen.grossmann", "grossmannj"),
    "Søren Kjærgård": ("soeren.kjaergaard", "skjaergaard"),
    "Łukasz Żółkiewski": ("lukasz.zolkiewski", "zolkiewski7"),
    "Ñuria Peña-Castaño": ("nuria.pena", "castano"),
    "Αλέξανδρος": ("alexandros", "αλεξανδρος"),
    "山田太郎": ("yamada.t", "山田太郎"),
    "محمد فاروق": ("m.farouq", "محمد"),
    "Zoe\u0308 O'Brien": ("zoe.obrien", "OBrien"),
    "out": ("o.u.t", "outsider"),
    "-rf": ("rf", "rf"),
    "Quentin\u202e\u200bTarantella": ("qtarantella", "tarantella"),
    "x" * 200 + " Wilhelmina": ("wilhelmina", "wilhelmina2"),
}
"""Names of learners with login names as they stand in e-mail addresses and paths."""
TELLING = (
    "grossmann", "großmann", "juergen", "jürgen", "kjaergaard", "kjærgård", "soeren", "søren", "zolkiewski",
    "żółkiewski", "lukasz", "łukasz", "castano", "castaño", "nuria", "ñuria", "αλέξανδρος", "αλεξανδρος", "山田",
    "محمد", "فاروق", "obrien", "o'brien", "zoe", "zoë", "tarantella", "wilhelmina", "uni.example", "yamada", "farouq",
)  # fmt: skip
"""What would tell a person, in lower case."""


def answer(name: str, login: str, other: str) -> str:
    """Return a wrong answer that tells its author in every place of a program."""
    return (
        f'"""By {name} <{login}@uni.example>."""\n# {name.upper()}\n__author__ = "{name}"\n'
        f"def square(x):\n"
        f'    print("{name}", "/home/{login}/exam/answer.py", r"C:\\Users\\{login}\\x.py", "{other}")\n'
        f'    raise ValueError("{login}@students.uni.example: {name}")\n'
    )


def hand_in(klass: Class) -> None:
    """Hand in for everybody, in every form, with names wherever a file can have one."""
    for number, (name, (login, other)) in enumerate(LEARNERS.items()):
        code = answer(name, login, other)
        if number % 3 == 0:
            cell = {"cell_type": "code", "source": f"# tensors/square\n{code}", "metadata": {"author": name}}
            meta = {"authors": [{"name": name, "email": f"{login}@uni.example"}], "kernelspec": {"name": login}}
            klass.put(f"{name}/{login}.ipynb", json.dumps({"cells": [cell], "metadata": meta}))
        elif number % 3 == 1:
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w") as archive:
                archive.comment = name.encode()
                archive.writestr(f"{login}/tensors/square.py", code)
                archive.writestr(f"{name}/unknown of {login}.py", code)
            klass.put(f"{name}/{login}.zip", packed.getvalue())
        else:
            klass.put(f"{name}/tensors/square.py", code)
        klass.put(f"{name}/tensors/halve.py", RIGHT + f"# {name}\n")
        klass.put(f"{name}/report of {login}.txt")
        klass.put(
            f"{name}/{login}-again.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": f"# {login}/x"}]})
        )
    klass.put("Jürgen Großmann.py")


@pytest.fixture
def crowd(klass: Class) -> Class:
    """A class of people with all kinds of names."""
    for file in sorted(klass.folder.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    hand_in(klass)
    return klass


def written(top: Path) -> str:
    """Return the names and the text of everything that the commands wrote."""
    files = [path for path in sorted(top.rglob("*")) if path.is_file() and top / "class" not in path.parents]
    return "\n".join(f"{path.relative_to(top)}\n{path.read_text()}" for path in files if path.suffix != ".key")


def test_no_anonymous_output_tells_a_person(crowd: Class) -> None:
    outputs = [part for ending in ENDINGS for part in ("--out", crowd.top / f"grades{ending}")]
    said = []

    def stop(count: int) -> None:
        if count == 15:
            raise KeyboardInterrupt

    for grader in (FakeGrader(stop), FakeGrader()):  # partial outputs, then whole ones
        crowd.grader = grader
        crowd.grade(*outputs, "--anonymous", "--feedback", crowd.top / "pages", "--jobs", 1)
        said.append(crowd.out + crowd.err + written(crowd.top))
    for part in (1, 2):
        crowd.grade("--anonymous", "--key", crowd.top / "grades.key", "--shard", f"{part}/2", "--out",
                    crowd.top / f"part{part}.jsonl")  # fmt: skip
        said.append(crowd.out + crowd.err)
    parts = (crowd.top / "part1.jsonl", crowd.top / "part2.jsonl")
    crowd("grade", "merge", *parts, "--out", crowd.top / "merged.html")
    said.append(crowd.out + crowd.err)
    learner = re.findall(r"learner-\w{12}", said[0])[0]
    crowd("grade", "override", crowd.top / "grades.jsonl", learner, "tensors/square", "right", "--reason", "agreed")
    said.append(crowd.out + crowd.err)
    for command in (("grade", "show", "--json"), ("regrade", "--from", crowd.folder)):
        crowd(*command, crowd.top / "grades.jsonl")
        said.append(crowd.out + crowd.err)
    text = unicodedata.normalize("NFC", "\n".join([*said, written(crowd.top)]))
    decoded = re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), text)
    for shown in (text, decoded):
        low = shown.casefold()
        assert [(word, low[low.index(word) - 60 : low.index(word) + 60]) for word in TELLING if word in low] == []
    assert len(set(re.findall(r"learner-\w{12}", text))) == len(LEARNERS)


def test_no_learners_page_holds_anothers_name_or_code(crowd: Class) -> None:
    for number, name in enumerate(LEARNERS):
        crowd.put(f"{name}/tensors/square.py", f"def square(x):\n    return 'secret {number} of this learner'\n")
    crowd.grade("--out", crowd.top / "grades.json", "--feedback", crowd.top / "pages")
    crowd(
        "grade", "override", crowd.top / "grades.jsonl", "out", "tensors/square", "right", "--reason", "agreed with out"
    )
    crowd("grade", "show", crowd.top / "grades.jsonl", "--feedback", crowd.top / "pages")
    pages = {path.name: path.read_text() for path in (crowd.top / "pages").iterdir()}
    assert len(pages) == len(LEARNERS)
    learners = tuple(
        json.loads((crowd.top / "grades.json").read_text())["learners"][n]["learner"] for n in range(len(LEARNERS))
    )
    for learner, page in file_names(learners).items():
        text = unicodedata.normalize("NFC", pages[page]).casefold()
        (own,) = set(re.findall(r"secret \d+ of", text))
        for other in LEARNERS:
            composed = unicodedata.normalize("NFC", other)
            if composed == learner or composed in ("out", "-rf"):
                continue
            assert "".join(c for c in composed if c.isprintable()).casefold() not in text, (learner, other)
        assert own
    assert len({re.findall(r"secret \d+ of", page)[0] for page in pages.values()}) == len(LEARNERS)


def test_pages_have_different_names_that_every_system_takes() -> None:
    names = ("", ".", "..", "con", "CON", "a/b", "a\\b", "x" * 255, "x" * 254 + "y", "é" * 127, "Ana", "ana",
             "\u202eana", "a\nb", "a\0b", "a:b", "-rf", "index", " ana", "ana ", "a\ud800b")  # fmt: skip
    found = file_names(names)
    assert len({name.casefold() for name in found.values()}) == len(names)
    for name in found.values():
        assert name.isprintable()
        assert len(name.encode()) <= 255
        assert not name.startswith((".", "-"))
        assert name.partition(".")[0].casefold() not in ("con", "nul", "aux", "prn")
        assert not set(name) & set('/\\:*?"<>|\0\n')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("write to nobody.known@mail.example.org now", f"write to {HIDDEN} now"),
        ('File "/home/somebody/x/answer.py", line 1', f'File "/home/{HIDDEN}/x/answer.py", line 1'),
        (r"C:\Users\Some.Body\x.py", rf"C:\Users\{HIDDEN}\x.py"),
        ("/Users/somebody", f"/Users/{HIDDEN}"),
        ("x @ y and a@b", "x @ y and a@b"),  # a product of matrices
        ("by juergen grossmann", f"by {HIDDEN} {HIDDEN}"),
        ("JGroßmann2", HIDDEN),
        ("soerenk = kjaergaard_x", f"{HIDDEN} = {HIDDEN}"),
        ("zolkiewski7", HIDDEN),
    ],
)
def test_addresses_logins_and_other_spellings_are_hidden(text: str, expected: str) -> None:
    assert NameScrubber(["Jürgen Großmann", "Søren Kjærgård", "Łukasz Żółkiewski"]).scrub(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by LiWu, li_wu, wuli", "by [name], [name], [name]"),
        ("li is a name of a list, wu of nothing", "li is a name of a list, wu of nothing"),
        ("민준 and 김민준", "[name] and [name]"),
        ("小明的代码", "[name]"),
    ],
)
def test_names_whose_parts_are_short_are_hidden_where_they_are_whole(text: str, expected: str) -> None:
    assert NameScrubber(["Li Wu", "김민준", "王小明"]).scrub(text) == expected
