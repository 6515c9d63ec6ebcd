"""`mxtutor grade` on folders and archives as Canvas, Moodle, Excel, browsers and learners really make them.

Each learner's answer must be graded as that learner's, or be listed: no learner is merged with another one or left out.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
import tarfile
import time
import unicodedata
import zipfile
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, cast

import pytest

from mxtutor.classroom.examination import Begun, Opened, Sitting, checked, workshop_hash
from mxtutor.cli import main
from mxtutor.content.workshop import load_workshop
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.serving.signing import Signer
from tests.grading.tiny import COURSE
from tests.unit.classroom.test_class_commands import RIGHT, WRONG, Class
from tests.unit.classroom.test_hand_ins import notebook


@pytest.fixture
def klass(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Class:
    """A class without learners."""
    monkeypatch.setenv("MXTUTOR_HOME", str(tmp_path / "home"))
    return Class(tmp_path, capsys)


def packed(files: Mapping[str, str | bytes]) -> bytes:
    """Return a .zip of files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()


def tarred(files: Mapping[str, str | bytes], *special: tarfile.TarInfo) -> bytes:
    """Return a .tar.gz of files."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, text in files.items():
            data = text.encode() if isinstance(text, str) else text
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(data), 1_790_000_000
            archive.addfile(entry, io.BytesIO(data))
        for one in special:
            archive.addfile(one)
    return made.getvalue()


def graded(klass: Class, what: Path, *options: object) -> dict[str, dict[str, str]]:
    """Grade and return the verdicts by learner."""
    klass("grade", what, "--out", klass.top / "out.json", "--fresh", *options)
    return klass.verdicts()


def unread(klass: Class) -> dict[str, tuple[str, str]]:
    """Return the learner and the reason of each file that was not graded."""
    data = json.loads((klass.top / "out.json").read_text())
    mine = {one["path"]: (who["learner"], one["reason"]) for who in data["learners"] for one in who["unread"]}
    return mine | {one["path"]: ("", one["reason"]) for one in data["unread"]}


CANVAS = {
    "ruizana_4711_98765_square.py": RIGHT,
    "leebo_LATE_4712_98766_square-1.py": WRONG,
    "kimjo_4713_98767_halve.py": WRONG,
}
SQUARE, HALVE = "tensors/square", "tensors/halve"
CANVAS_VERDICTS = {
    "kimjo_4713": {HALVE: "wrong"},
    "leebo_4712": {SQUARE: "wrong"},
    "ruizana_4711": {SQUARE: "right"},
}


@pytest.mark.parametrize(
    ("name", "learner"),
    [
        ("odayzoe_4714_text.html", "odayzoe_4714"),
        ("odayzoe_LATE_4714_text.html", "odayzoe_4714"),
        ("odayzoe_4714_link.html", "odayzoe_4714"),
        ("odayzoe_4714_text-1.html", "odayzoe_4714"),
        ("LATE_anon_x1Y2z_text.html", "anon_x1Y2z"),
    ],
)
@pytest.mark.parametrize("form", ["zip", "folder in zip", "folder"])
def test_a_text_entry_of_canvas_is_its_learners_and_leaves_the_others_alone(
    klass: Class, name: str, learner: str, form: str
) -> None:
    files = CANVAS | {name: "<html><body><p>See my notebook.</p></body></html>"}
    if form == "folder":
        for one, text in files.items():
            klass.put(one, text)
        verdicts = graded(klass, klass.folder)
    else:
        inside = f"{form.replace(' in zip', '')}/" if form == "folder in zip" else ""
        extra = {"__MACOSX/._x": "", f"{inside}.DS_Store": ""} if inside else {}
        klass.put("submissions.zip", packed({f"{inside}{one}": text for one, text in files.items()} | extra))
        verdicts = graded(klass, klass.folder / "submissions.zip")
        assert verdicts == graded(klass, klass.folder)
    assert verdicts == CANVAS_VERDICTS | {learner: {}}
    ((path, (who, reason)),) = unread(klass).items()
    assert who == learner
    assert path.endswith(name)
    assert "typed into the platform; ask for a file" in reason


def test_a_text_entry_that_holds_an_answer_is_graded(klass: Class) -> None:
    body = "<p># tensors/square</p><pre>def square(x):\n    return x * x  # right &lt; more</pre>"
    lines = "# tensors/halve<br>def halve(x):<br>&nbsp;&nbsp;&nbsp;&nbsp;return x / 2  # right"
    page = f"<html><head><title>Ana</title></head><body>{body}<p>{lines}</p></body></html>"
    lost = "<p># tensors/square</p><p>def square(x):</p><p>return x * x</p>"
    klass.put("ruizana_4711_text.html", page)
    klass.put("leebo_4712_text.html", lost)
    klass.put("Zoe O_4713_assignsubmission_onlinetext_/onlinetext.html", "<p># tensors/pick</p><p>b</p>")
    assert graded(klass, klass.folder) == {
        "leebo_4712": {},
        "ruizana_4711": {SQUARE: "right", HALVE: "right"},
        "Zoe O_4713": {"tensors/pick": "wrong"},
    }
    assert (("tensors/pick", b"\nb\n")) in klass.grader.graded
    (reason,) = unread(klass).values()
    assert reason == (
        "leebo_4712",
        "It is a text that was typed into the platform, and its code is no Python; ask for a file.",
    )


def test_an_unknown_name_in_a_platforms_zip_is_listed_and_merges_no_learners(klass: Class) -> None:
    klass.put("hand-ins.zip", packed(CANVAS | {"README.txt": "read", "square.py": WRONG, "instructions/a.pdf": b"%"}))
    for what in (klass.folder / "hand-ins.zip", klass.folder):
        assert graded(klass, what) == CANVAS_VERDICTS
        assert unread(klass) == {
            f"hand-ins.zip/{name}": ("", "Its name does not say whose it is.")
            for name in ("README.txt", "square.py", "instructions/a.pdf")
        }


def test_a_zip_that_is_no_download_is_never_one_learner(klass: Class) -> None:
    files = {"ana/tensors/square.py": RIGHT, "bob/tensors/square.py": WRONG}
    klass.put("class.zip", packed(files))
    assert klass("grade", klass.folder / "class.zip") == 2
    assert "is no download of Moodle or Canvas that mxtutor knows" in klass.err
    assert len(klass.err.splitlines()) == 1
    klass.put("mixed.zip", packed({**CANVAS, **{f"{n}/square.py": WRONG for n in range(9)}}))
    (klass.folder / "class.zip").unlink()
    klass.put("bob/square.py", WRONG)
    assert graded(klass, klass.folder) == {"bob": {SQUARE: "wrong"}}
    assert unread(klass) == {"mixed.zip": ("", "It holds files of several learners, but most names in it are unknown.")}


def test_a_platforms_zip_adds_no_learner_of_its_name(klass: Class) -> None:
    name = "Ana Ruiz_4711_assignsubmission_file_/"
    klass.put("moodle.zip", packed({f"{name}square.py": RIGHT, "Bo L_12_assignsubmission_file_/halve.py": WRONG}))
    klass.put("canvas.zip", packed({f"submissions/{one}": text for one, text in CANVAS.items()}))
    verdicts = graded(klass, klass.folder)
    assert verdicts == CANVAS_VERDICTS | {"Ana Ruiz_4711": {SQUARE: "right"}, "Bo L_12": {HALVE: "wrong"}}
    assert unread(klass) == {}


@pytest.mark.parametrize(
    "files",
    [
        {"ana/square.py": RIGHT, "bob/halve.py": WRONG},
        {"ana/tensors/square.py": RIGHT, "bob/tensors/square.py": WRONG, "roster.csv": "name\n"},
        {"ana.zip": packed({"square.py": RIGHT}), "bob.zip": packed({"square.py": WRONG})},
        CANVAS,
    ],
)
def test_the_folder_above_the_class_is_read_as_the_class(klass: Class, files: Mapping[str, str | bytes]) -> None:
    for name, text in files.items():
        klass.put(f"hand-ins/{name}", text)
    klass.put("__MACOSX/._x", "")
    klass.put("lost.py", "x")
    found = graded(klass, klass.folder)
    assert "holds one folder, hand-ins, which is read as the folder of the class" in klass.err
    assert unread(klass) == {
        "lost.py": (
            "",
            "It is not in a learner's folder; put each learner's files in a folder with the learner's name.",
        )
    }
    assert len(found) == len([name for name in files if name != "roster.csv"])
    assert found == graded(klass, klass.folder / "hand-ins")


@pytest.mark.parametrize("files", [("tensors/square.py", "answers/tensors/halve.py"), ("square.py", "halve.py")])
def test_the_folder_of_one_learner_is_read_as_one(klass: Class, files: tuple[str, ...]) -> None:
    for name in files:
        klass.put(f"ana/{name}", RIGHT)
    assert graded(klass, klass.folder / "ana") == {"ana": {SQUARE: "right", HALVE: "right"}}
    assert "is read as the folder of one learner" in klass.err
    assert unread(klass) == {}


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("a/ana", "a/bo", "b/cy", "b/di"), True),
        (("ana/one", "ana/two", "bo/one", "bo/two"), False),
        (("ana/one", "ana/two", "bo"), False),
    ],
    ids=["groups of learners", "folders of homework", "one learner with folders"],
)
def test_groups_of_learners_are_not_graded_as_learners_without_a_line(
    klass: Class, names: tuple[str, ...], *, told: bool
) -> None:
    for number, name in enumerate(names):
        klass.put(f"{name}/{('square', 'halve')[number % 2]}.py", RIGHT)
    assert klass.grade() == 0, klass.err
    line = "2 folders count as one learner each, and each holds several folders with answers"
    assert (line in klass.err) == told


def test_a_folder_with_one_download_is_the_folder_of_the_class(klass: Class) -> None:
    work = packed({"tensors/square.py": RIGHT})
    klass.put("canvas.zip", packed({"ruizana_4711_1_work.zip": work, "leebo_4712_2_more.zip": work}))
    assert set(graded(klass, klass.folder)) == {"ruizana_4711", "leebo_4712"}
    assert "is read as" not in klass.err
    assert unread(klass) == {}


def test_suggestions_are_accepted_in_one_go_and_listed(klass: Class) -> None:
    klass.put("ana/squar_final.py", RIGHT)
    klass.put("ana/notes.md", "square")
    klass.put("bob/square.py", RIGHT)
    klass.put("bob/squares.py", WRONG)
    klass.put("kim/work.ipynb", notebook(("code", "# tensors/halv\nhalve = 1  # right")))
    assert graded(klass, klass.folder) == {"ana": {}, "bob": {SQUARE: "right"}, "kim": {}}
    outputs = [word for ending in ("html", "csv") for word in ("--out", klass.top / f"out.{ending}")]
    verdicts = graded(klass, klass.folder, "--accept-suggested", *outputs, "--feedback", klass.top / "pages")
    assert verdicts == {"ana": {SQUARE: "right"}, "bob": {SQUARE: "right"}, "kim": {HALVE: "right"}}
    assert set(unread(klass)) == {"ana/notes.md", "bob/squares.py"}
    accepted = json.loads((klass.top / "out.json").read_text())["accepted"]
    assert accepted == [
        {"path": "ana/squar_final.py", "exercise": SQUARE},
        {"path": "kim/work.ipynb/cell 1", "exercise": HALVE},
    ]
    for name in ("out.html", "out.csv", "pages/ana.html"):
        assert "ana/squar_final.py" in (klass.top / name).read_text(), name
    assert klass("grade", "show", klass.top / "out.jsonl") == 0
    assert "taken as suggested: kim/work.ipynb/cell 1: It counts as tensors/halve" in klass.out


def test_with_a_roster_hand_ins_have_its_names_and_who_gave_nothing_is_listed(klass: Class) -> None:
    roster = klass.top / "class.csv"
    roster.write_bytes(
        "\ufeffID;Name;E-Mail\r\n4711;Ana Ruiz;ana@uni.example\r\n12;Bo Lee;\r\n13;Zoë Ok;\r\n14;Kim Jo;\r\n".encode()
    )
    for name in (
        "ruizana_4711/square.py",
        "Lee, Bo/square.py",
        "stranger/square.py",
        "Kim Jo/square.py",
        "kim_jo/halve.py",
    ):
        klass.put(name, RIGHT)
    assert klass.grade("--roster", roster, "--out", klass.top / "out.json", "--out", klass.top / "out.html") == 1
    assert {learner: len(own) for learner, own in klass.verdicts().items()} == {
        "Ana Ruiz": 1, "Bo Lee": 1, "Kim Jo": 1, "kim_jo": 1, "stranger": 1, "Zoë Ok": 0,
    }  # fmt: skip
    several = "Several hand-ins can be those of Kim Jo of the roster; rename all but one of them."
    assert unread(klass) == {
        "stranger": ("stranger", "No learner of the roster has this name."),
        "Kim Jo": ("Kim Jo", several),
        "kim_jo": ("kim_jo", several),
    }
    assert "mxtutor: handed in nothing (1): Zoë Ok" in klass.err
    assert "Handed in nothing: 1" in (klass.top / "out.html").read_text()
    assert roster.read_bytes().startswith("\ufeffID;".encode())
    klass.put("Zoe Ok/square.py", RIGHT)
    outputs = [
        word for ending in ("json", "csv", "html", "jsonl") for word in ("--out", klass.top / f"hidden.{ending}")
    ]
    klass.grade("--roster", roster, "--anonymous", *outputs)
    written = klass.err + "".join((klass.top / f"hidden.{one}").read_text() for one in ("json", "csv", "html", "jsonl"))
    for name in ("Ana", "Ruiz", "Bo Lee", "Kim", "Zo", "stranger"):
        assert name not in written, name


def test_a_download_in_a_folder_beside_learners_is_one_line(klass: Class) -> None:
    for name, text in CANVAS.items():
        klass.put(f"submissions/{name}", text)
    for name in ("Ana Ruiz_4711_assignsubmission_file_", "Ana Ruiz_4711_assignsubmission_onlinetext_"):
        klass.put(f"{name}/halve.py", RIGHT)
    assert graded(klass, klass.folder) == {"Ana Ruiz_4711": {HALVE: "right"}}
    reason = "It holds the hand-ins of several learners; grade this folder by itself."
    assert unread(klass) == {"submissions": ("", reason)}
    assert " count as " not in klass.err


def test_a_class_of_one_learner_is_graded(klass: Class) -> None:
    for name in ("answers/tensors/square.py", "tensors/halve.py", "old/tensors/square.py"):
        klass.put(f"ana/{name}", RIGHT)
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right", HALVE: "right"}}


def test_a_folder_whose_name_begins_with_a_dot_is_listed(klass: Class) -> None:
    for name in (".dot", "..hidden", "_ana", "bob", ".git", ".ipynb_checkpoints"):
        klass.put(f"{name}/tensors/square.py")
    klass.put(".kim.zip", packed({"square.py": WRONG}))
    klass.put("._bob", "what macOS writes beside files")
    assert graded(klass, klass.folder) == {"bob": {SQUARE: "wrong"}}
    assert "mxtutor: not graded: .dot: Its name begins with '.'" in klass.err
    assert {path: reason[:21] for path, (_, reason) in unread(klass).items()} == dict.fromkeys(
        (".dot", "..hidden", "_ana", ".kim.zip"), "Its name begins with "
    )


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_packages_beside_the_answers_are_not_read(klass: Class, form: str) -> None:
    """A learner hands in the folder of a project with its environment; a module in it is called as an exercise."""
    files = {"tensors/square.py": RIGHT, "venv/lib/python3.11/site-packages/some/halve.py": WRONG}
    for name, text in files.items() if form == "folder" else ():
        klass.put(f"ana/{name}", text)
    if form == "zip":
        klass.put("ana.zip", packed(files))
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right"}}
    assert unread(klass) == {}


def test_of_too_many_files_those_near_the_top_are_read(klass: Class) -> None:
    for number in range(5001):
        klass.put(f"ana/work/data/{number}.txt", "")
    klass.put("ana/tensors/square.py", RIGHT)
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right"}}
    assert "ana: The learner handed in more than 5000 files; the rest is not read." in klass.err


def test_folders_that_are_too_deep_are_listed(klass: Class) -> None:
    klass.put("ana/1/2/3/4/5/6/7/square.py", RIGHT)
    klass.put("bob/1/2/3/4/5/6/7/8/square.py", RIGHT)
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right"}, "bob": {}}
    deep = "It is a folder inside 8 others; no files are read so deep."
    assert unread(klass) == {"bob/1/2/3/4/5/6/7/8": ("bob", deep)}


def test_a_zip_of_windows_is_read(klass: Class) -> None:
    """Compress-Archive of PowerShell 5 separates folders by a backslash."""
    klass.put("ana.zip", packed({"work\\tensors\\square.py": RIGHT, "work\\tensors\\": "", "..\\halve.py": RIGHT}))
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right"}}
    assert unread(klass) == {"ana.zip/../halve.py": ("ana", "It is a path that leads outside its archive.")}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_answers_that_windows_saved_are_read(klass: Class, encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    klass.put("ana/tensors/square.py", f"{mark}{RIGHT}".encode(encoding))
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right"}}


@pytest.mark.parametrize("text", [b"b", "\ufeffb\r\n".encode()])
@pytest.mark.parametrize("name", ["tensors/pick.txt", "pick.txt", "Pick.TXT", "tensors-pick.txt"])
def test_an_answer_to_a_question_may_be_a_text_file(klass: Class, name: str, text: bytes) -> None:
    klass.put(f"ana/{name}", text)
    klass.put("ruizana_4711_98765_pick.txt", text)
    assert set(graded(klass, klass.folder)) == {"ana", "ruizana_4711"}
    assert klass.grader.graded == [("tensors/pick", text)] * 2
    assert unread(klass) == {}


@pytest.mark.parametrize(
    "name",
    ["square (1).py", "square(2).py", "Square.py", "SQUARE.PY", "tensors_square.py", "tensors-square.py",
     "tensors/Square.py", "Tensors/square.py", "square.py.txt", "square.ipynb", "Square (1).ipynb"],
)  # fmt: skip
def test_names_that_files_really_have_are_read(klass: Class, name: str) -> None:
    text = notebook(("code", "import numpy"), ("code", RIGHT)) if name.endswith(".ipynb") else RIGHT
    klass.put(f"ana/{name}", text)
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right"}}, klass.err
    assert unread(klass) == {}


def test_of_several_downloads_of_a_file_the_last_one_counts(klass: Class) -> None:
    for name, text in (("square.py", WRONG), ("square (2).py", "a = 2"), ("square (10).py", RIGHT)):
        klass.put(f"ana/{name}", text)
    klass.put("bob/square.py", RIGHT)
    klass.put("bob/square.txt", "notes")
    klass.put("bob/Square.py", RIGHT)
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right"}, "bob": {SQUARE: "right"}}
    reason = "Another file for tensors/square is graded: ana/square (10).py."
    assert unread(klass) == {
        "ana/square.py": ("ana", reason),
        "ana/square (2).py": ("ana", reason),
        "bob/square.txt": ("bob", "Another file for tensors/square is graded: bob/Square.py."),
    }


def test_cells_before_the_first_answer_of_a_notebook_run_first(klass: Class) -> None:
    cells = [
        ("code", "%matplotlib inline\nfrom mxnet import np"),
        ("code", "this is no Python"),
        ("markdown", "# A title"),
        ("code", "# tensors/square\ndef square(x):\n    return np.square(x)  # right"),
        ("code", "import late"),
        ("code", "# tensors/pick\nb"),
        ("code", "# Tensors/halve\ndef halve(x): ..."),
    ]
    klass.put("ana/work.ipynb", notebook(*cells))
    assert graded(klass, klass.folder)["ana"][SQUARE] == "right"
    before = "# %matplotlib inline\nfrom mxnet import np\n"
    assert dict(klass.grader.graded) == {
        SQUARE: f"{before}\ndef square(x):\n    return np.square(x)  # right".encode(),
        "tensors/pick": b"\nb",
        HALVE: f"{before}\ndef halve(x): ...".encode(),
    }


@pytest.mark.parametrize("place", ["ana.tar.gz", "ana.tgz", "ana.TAR.GZ", "ana/work.tar.gz"])
def test_a_tar_of_a_learner_is_read(klass: Class, place: str) -> None:
    klass.put(place, tarred({"work/tensors/square.py": RIGHT, "work/halve.py": WRONG}))
    assert graded(klass, klass.folder) == {"ana": {SQUARE: "right", HALVE: "wrong"}}
    assert unread(klass) == {}
    klass.put("canvas.zip", packed({"leebo_4712_98766_work.tar.gz": tarred({"square.py": WRONG})}))
    assert graded(klass, klass.folder)["leebo_4712"] == {SQUARE: "wrong"}


def test_a_tar_is_read_as_safely_as_a_zip(klass: Class) -> None:
    def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
        made = tarfile.TarInfo(name)
        made.type, made.linkname = kind, target
        return made

    secret = klass.top / "secret.py"
    secret.write_text("a line that no learner may see")
    hostile = [
        special("tensors/square.py", tarfile.SYMTYPE, str(secret)),
        special("square.py", tarfile.LNKTYPE, str(secret)),
        special("halve.py", tarfile.FIFOTYPE),
        special("pick.py", tarfile.CHRTYPE),
    ]
    outside = {"../secret.py": RIGHT, "/etc/x.py": RIGHT, "a/../halve.py": RIGHT, "width.py": "(1, 2)"}
    klass.put("eve.tar.gz", tarred(outside, *hostile))
    klass.put("bomb.tar.gz", tarred({"square.py": b"#" * (50 << 20)}))
    klass.put("many.tar.gz", tarred({f"{number}.py": b"" for number in range(5001)}))
    klass.put("cut.tar.gz", tarred({"square.py": RIGHT})[:60])
    klass.put("text.tar.gz", b"text")
    before = {path for path in klass.top.rglob("*") if path.is_file()}
    verdicts = graded(klass, klass.folder)
    assert [learner for learner, own in verdicts.items() if own] == ["eve"]
    assert klass.grader.graded == [("tensors/width", b"(1, 2)")]
    leads = "It is a path that leads outside its archive."
    link = "It is a link; links are not followed."
    assert {path: reason for path, (_, reason) in unread(klass).items()} == {
        "eve.tar.gz/../secret.py": leads,
        "eve.tar.gz//etc/x.py": leads,
        "eve.tar.gz/a/../halve.py": leads,
        "eve.tar.gz/tensors/square.py": link,
        "eve.tar.gz/square.py": link,
        "eve.tar.gz/halve.py": "It is a pipe, not a file.",
        "eve.tar.gz/pick.py": "It is a device, not a file.",
        "bomb.tar.gz": "It is packed far smaller than it is, as in an archive bomb.",
        "many.tar.gz": "It is an archive of more than 5000 files.",
        "cut.tar.gz": "It is not a .tar or .tar.gz that can be read.",
        "text.tar.gz": "It is not an archive that can be read.",
    }
    written = {path.name for path in klass.top.rglob("*") if path.is_file()} - {path.name for path in before}
    assert written == {"out.json", "out.jsonl"}


def test_names_that_look_alike_are_said(klass: Class) -> None:
    for name in ("learner  1", "Learner 1", "Zoe\u0308", "Zo\u00eb", "bob"):
        klass.put(f"{name}/tensors/square.py" if name != "Zoe\u0308" else f"{name}/tensors/halve.py")
    assert graded(klass, klass.folder) == {
        "bob": {SQUARE: "wrong"}, "learner  1": {SQUARE: "wrong"}, "Learner 1": {SQUARE: "wrong"},
        "Zo\u00eb": {SQUARE: "wrong", HALVE: "wrong"},
    }  # fmt: skip
    assert "'learner  1' and 'Learner 1' count as two learners; if they are one person" in klass.err
    assert "two folders count as the learner 'Zo\u00eb'" in klass.err
    assert klass.err.count(" count as ") == 2
    klass("grade", klass.folder, "--anonymous", "--out", klass.top / "hidden.json")
    assert klass.err.count(" count as ") == 2
    assert "Zo" not in unicodedata.normalize("NFC", klass.err)


def test_a_notebook_of_many_cells_hides_no_notes_on_others(klass: Class) -> None:
    cells = [("code", f"# tensors/squary{number}\npass") for number in range(20_000)]
    cells += [("code", f"# tensors/square\nx = {number}") for number in range(20_000)]
    klass.put("ana/work.ipynb", notebook(*cells))
    klass.put("zoe/sqare.py")
    started = time.process_time()
    outputs = [part for ending in ("csv", "html") for part in ("--out", klass.top / f"out.{ending}")]
    assert graded(klass, klass.folder, *outputs)["ana"] == {SQUARE: "wrong"}
    assert time.process_time() - started < 60
    assert klass.grader.graded == [(SQUARE, b"\nx = 19999")]
    assert max(path.stat().st_size for path in klass.top.glob("out.*")) < 1 << 20
    assert "zoe/sqare.py: There is no exercise sqare" in klass.err
    assert len(klass.err.splitlines()) < 20
    assert ("ana", "Of this learner's files and cells, 39,899 more are not graded.") in unread(klass).values()
    with (klass.top / "out.csv").open() as file:
        assert [row["unread"] for row in csv.DictReader(file)] == ["101", "1"]


@pytest.mark.parametrize("inside", ["answers", "sealed/0123456789abcdef/answers"], ids=["workshop", "examination"])
def test_homes_of_a_server_are_graded_with_the_names_of_its_roster(klass: Class, inside: str) -> None:
    homes, roster = klass.top / "homes", klass.top / "roster.csv"
    roster.write_text("id,name\n17,Ana Ruiz\n18,Bo Lee\n19,Cem Kaya\n")
    homes.mkdir()
    signer = Signer.of_homes(homes)
    for learner, code in (("17", RIGHT), ("18", WRONG)):
        file = homes / signer.home_name(learner) / inside / "tensors" / "square.py"
        file.parent.mkdir(parents=True)
        file.write_text(code)
        (homes / signer.home_name(learner) / "progress.db").write_bytes(b"SQLite format 3\0")
    (homes / "class.db").write_bytes(b"SQLite format 3\0")
    (homes / "reports").mkdir()
    (homes / "reports" / "Ana.html").write_text("<p>")
    found = graded(klass, homes, "--roster", roster)
    assert {name: one.get("tensors/square") for name, one in found.items()} == {
        "Ana Ruiz": "right", "Bo Lee": "wrong", "Cem Kaya": None
    }, unread(klass)  # fmt: skip


def test_an_examination_is_graded_by_the_answers_that_counted(klass: Class, capsys: pytest.CaptureFixture[str]) -> None:
    """What a learner typed after the time, or after a right check, is in the home and counts for nothing."""
    homes, roster, exam = klass.top / "homes", klass.top / "roster.csv", klass.top / "pack" / "exam.yaml"
    roster.write_text("id,name\n17,Ana Ruiz\n18,Bo Lee\n19,Cem Kaya\n")
    shutil.copytree(COURSE, klass.top / "pack")
    exam.write_text(
        "version: 1\ntitle: Exam\nsealed: true\ncontent: .\ndue: 2026-11-01 09:30+00:00\nlate: refused\n"
        f"parts: [{{title: A, minutes: 30, exercises: [{SQUARE}, {HALVE}]}}]\n"
    )
    homes.mkdir()
    signer, workshop = Signer.of_homes(homes), load_workshop(exam)
    start = datetime(2026, 11, 1, 9, tzinfo=timezone.utc)
    (homes / "reports").mkdir()
    for learner, code, minutes in (("17", RIGHT, 20), ("18", RIGHT, 31)):
        verdict, when = Verdict.RIGHT, start + timedelta(minutes=minutes)
        begun = workshop_hash(workshop) if learner == "17" else "0" * 64
        sitting = Sitting(workshop, [Begun(begun, when=start), Opened(SQUARE, when=start)])
        sitting.add(checked(Report(SQUARE, verdict, "Agrees.", seed=1), code, when, counts=True, late=False))
        report = sitting.report(learner=learner, content="c", why="", sealed=True)
        (homes / "reports" / f"{learner}-x.json").write_bytes(report.file_form())
        draft = homes / signer.home_name(learner) / "sealed" / "0123456789abcdef" / "answers" / "tensors"
        draft.mkdir(parents=True)
        (draft / "square.py").write_text(WRONG)
        (draft / "halve.py").write_text(RIGHT)
    (homes / "reports" / "17-x.html").write_text("<p>")
    (homes / "reports" / "other.json").write_text("{")
    out = klass.top / "out.json"
    make = cast(Any, lambda **_: klass.grader)
    arguments = ["grade", homes, "--workshop", exam, "--roster", roster, "--out", out]
    assert main([str(one) for one in arguments], make_grader=make) == 1
    assert "not sealed: 1 report. The workshop was changed after the learner had begun it." in capsys.readouterr().err
    data = json.loads(out.read_text())
    assert {one["learner"]: [r["verdict"] for r in one["results"]] for one in data["learners"]} == {
        "Ana Ruiz": ["right"], "Bo Lee": ["right"], "Cem Kaya": []
    }  # fmt: skip
    assert [one["score"]["points"] for one in data["learners"]] == [1.0, 0.0, 0.0]
    assert data["learners"][0]["results"][0]["score"]["evidence"] == "attempt"
    assert [one["path"] for one in data["unread"]] == ["reports/other.json"]
