"""Hand-ins are found in every documented form; links, pipes and paths that lead outside are refused."""

from __future__ import annotations

import json
import os
import socket
import stat
import struct
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from mxtutor.classroom import finder
from mxtutor.classroom.archives import A_CLASS
from mxtutor.classroom.finder import Finder, collect_learner
from mxtutor.classroom.hand_ins import Collected
from mxtutor.classroom.naming import Names, readable
from mxtutor.classroom.safe_files import UnsafePath, open_file

IDS = ("tensors/arccos", "tensors/first-steps", "tensors/ones", "blocks/convnet", "tensors/ones-like")
SECRET = b"a line that no learner may see"


@pytest.fixture
def top(tmp_path: Path) -> Path:
    (tmp_path / "class").mkdir()
    (tmp_path / "secret.py").write_bytes(SECRET)
    return tmp_path / "class"


def put(top: Path, name: str, data: bytes = b"x = 1\n") -> Path:
    path = top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def collect(top: Path, ids: Sequence[str]) -> Collected:
    """Return the hand-ins of the class in a folder."""
    found = Finder(top, ids)
    found.read_class()
    return found.finish()


def answers(found: Collected) -> dict[tuple[str, str], str]:
    return {(one.learner, one.exercise): one.place for one in found.answers}


def reasons(found: Collected) -> dict[str, str]:
    return {one.path: one.reason for one in found.unread}


@pytest.mark.parametrize(
    "place",
    [
        "ana/tensors/arccos.py",
        "ana/answers/tensors/arccos.py",
        "ana/hand-in/week 1/tensors/arccos.py",
        "ana/arccos.py",
        "ana/week 1/arccos.py",
    ],
)
def test_an_answer_is_found(top: Path, place: str) -> None:
    put(top, place, b"def arccos(x): ...\n")
    found = collect(top, IDS)
    assert answers(found) == {("ana", "tensors/arccos"): place}
    assert found.unread == []
    assert found.answers[0].read() == b"def arccos(x): ...\n"


def _zip(path: Path, files: dict[str, bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)


@pytest.mark.parametrize("place", ["ana/export.zip", "ana.zip"])
def test_the_zip_of_an_export_is_read(top: Path, place: str) -> None:
    _zip(top / place, {"progress.json": b"{}", "answers/tensors/arccos.py": b"a", "answers/blocks/convnet.py": b"b"})
    found = collect(top, IDS)
    assert [(one.learner, one.exercise) for one in found.answers] == [
        ("ana", "tensors/arccos"),
        ("ana", "blocks/convnet"),
    ]
    assert [one.read() for one in found.answers] == [b"a", b"b"]
    assert found.unread == []


def test_the_json_of_an_export_is_read(top: Path) -> None:
    exercises = [{"id": "tensors/arccos", "answer": "é"}, {"id": "tensors/ones", "answer": None}]
    put(top, "ana/export.json", json.dumps({"exercises": exercises}).encode())
    (answer,) = collect(top, IDS).answers
    assert answer.read() == "é".encode()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../../secret.py", "leads outside"),
        ("/etc/passwd", "leads outside"),
        ("tensors\\..\\arccos.py", "leads outside"),
        ("answers/../tensors/arccos.py", "leads outside"),
    ],
)
def test_a_path_in_a_zip_that_leads_outside_is_refused(top: Path, name: str, reason: str) -> None:
    _zip(top / "ana.zip", {name: b"x"})
    found = collect(top, IDS)
    assert found.answers == []
    assert reason in found.unread[0].reason


def test_a_link_in_a_zip_is_refused(top: Path) -> None:
    with zipfile.ZipFile(top / "ana.zip", "w") as archive:
        link = zipfile.ZipInfo("tensors/arccos.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "../../secret.py")
    found = collect(top, IDS)
    assert found.answers == []
    assert reasons(found) == {"ana.zip/tensors/arccos.py": "It is a link; links are not followed."}


def test_no_more_of_a_zip_is_unpacked_than_is_asked_for(top: Path) -> None:
    _zip(top / "ana.zip", {"tensors/arccos.py": os.urandom(2 << 20)})
    (answer,) = collect(top, IDS).answers
    assert len(answer.read()) == (1 << 20) + 1  # so that an answer that is too long is known


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 not whole", b"text"])
def test_a_damaged_zip_is_reported(top: Path, data: bytes) -> None:
    put(top, "ana/export.zip", data)
    assert reasons(collect(top, IDS)) == {"ana/export.zip": "It is not an archive that can be read."}


@pytest.mark.parametrize("link", ["ana/tensors/arccos.py", "ana/tensors", "ana", "ana/answers", "ana/export.zip"])
def test_a_link_on_any_level_is_refused(top: Path, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    put(outside, "arccos.py", SECRET)
    put(outside, "tensors/arccos.py", SECRET)
    put(outside, "answers/tensors/arccos.py", SECRET)
    path = top / link
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(outside / "arccos.py" if link.endswith(".py") else outside)
    found = collect(top, IDS)
    assert found.answers == []
    assert reasons(found) == {link: "It is a link; links are not followed."}
    assert found.learners == ("ana",)


def test_pipes_devices_and_sockets_are_refused_without_waiting(top: Path) -> None:
    folder = top / "ana" / "tensors"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "arccos.py")
    with socket.socket(socket.AF_UNIX) as listening:
        before = os.getcwd()
        os.chdir(folder)  # the name of a socket is limited to 107 bytes
        try:
            listening.bind("ones.py")
        finally:
            os.chdir(before)
        found = collect(top, IDS)
    assert reasons(found) == {
        "ana/tensors/arccos.py": "It is a pipe, not a file.",
        "ana/tensors/ones.py": "It is a socket, not a file.",
    }


def test_a_hand_in_is_what_it_was_when_it_was_found(top: Path, tmp_path: Path) -> None:
    path = put(top, "ana/tensors/arccos.py", b"mine")
    (answer,) = collect(top, IDS).answers
    path.unlink()
    path.symlink_to(tmp_path / "secret.py")
    assert answer.read() == b"mine"
    with pytest.raises(UnsafePath, match="link"), open_file(top, ("ana", "tensors", "arccos.py")):
        pass
    path.parent.rename(top / "ana" / "moved")
    (top / "ana" / "tensors").symlink_to(tmp_path)
    with pytest.raises(UnsafePath, match="link"), open_file(top, ("ana", "tensors", "secret.py")):
        pass


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("ana/tensors/arccos final.py", "tensors/arccos"),
        ("ana/tensors/arcos_copy.py", "tensors/arccos"),
        ("ana/tensors/Copy of arccos.py", "tensors/arccos"),
        ("ana/arccos.pyc", ""),
        ("ana/arcos.ipynb", "tensors/arccos"),
        ("ana/tensors/convnet.py", "blocks/convnet"),
        ("ana/week1/tensors/arcos.py", "tensors/arccos"),
        ("ana/notes.md", ""),
    ],
)
def test_what_cannot_be_read_is_listed_with_the_nearest_id(top: Path, name: str, nearest: str) -> None:
    put(top, name)
    (unread,) = collect(top, IDS).unread
    assert (unread.learner, unread.path, unread.nearest) == ("ana", name, nearest)
    assert unread.reason


def test_hidden_files_and_caches_are_ignored(top: Path) -> None:
    for name in ("ana/.DS_Store", "ana/__pycache__/x.pyc", "ana/__MACOSX/._x.py", "ana/progress.db-wal", "roster.csv"):
        put(top, name)
    found = collect(top, IDS)
    assert (found.answers, found.unread, found.learners) == ([], [], ("ana",))


@pytest.mark.parametrize(
    "name", ["arccos.py", "ana.tar.xz", "ana.7z", "ana/work.7z", "ana_1_2_work.tar-1.gz", "work.ipynb"]
)
def test_a_file_beside_the_learners_or_of_another_kind_is_reported(top: Path, name: str) -> None:
    put(top, name)
    foreign = "It is an archive of a kind that is not read; hand in a .zip or a .tar.gz."
    loose = "It is not in a learner's folder; put each learner's files in a folder with the learner's name."
    assert reasons(collect(top, IDS)) == {name: foreign if name.startswith("ana") else loose}


def test_of_two_files_for_an_exercise_one_is_graded_and_the_other_reported(top: Path) -> None:
    put(top, "ana/tensors/arccos.py", b"new")
    put(top, "ana/answers/tensors/arccos.py", b"old")
    found = collect(top, IDS)
    assert answers(found) == {("ana", "tensors/arccos"): "ana/tensors/arccos.py"}
    assert reasons(found) == {
        "ana/answers/tensors/arccos.py": "Another file for tensors/arccos is graded: ana/tensors/arccos.py."
    }


def test_equal_copies_of_an_answer_are_one_answer(top: Path) -> None:
    put(top, "ana/tensors/arccos.py", b"same")
    _zip(top / "ana/export.zip", {"answers/tensors/arccos.py": b"same"})
    found = collect(top, IDS)
    assert len(found.answers) == 1
    assert found.unread == []


def test_names_that_are_no_text_are_readable() -> None:
    assert readable(os.fsdecode(b"caf\xe9")) == "caf\\udce9"


def test_the_topic_decides_between_equal_slugs() -> None:
    ids = ("tensors/copy", "gpu/copy")
    assert Names(ids).nearest(("gpu", "copy.py")) == "gpu/copy"
    assert Names(ids).nearest(("tensors", "copy.py")) == "tensors/copy"


def test_a_flat_name_that_two_topics_have_is_not_guessed(top: Path) -> None:
    put(top, "ana/copy.py")
    found = collect(top, ("tensors/copy", "gpu/copy"))
    assert found.answers == []
    assert reasons(found) == {"ana/copy.py": "Several topics have an exercise copy; put it into the topic's folder."}


def notebook(*cells: tuple[str, str | list[str]]) -> bytes:
    """Return a notebook with cells of a type and a source."""
    made: list[dict[str, object]] = [{"cell_type": kind, "source": source, "metadata": {}} for kind, source in cells]
    return json.dumps({"cells": made, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}).encode()


def test_a_notebook_has_a_cell_per_exercise(top: Path) -> None:
    source = notebook(
        ("markdown", "# tensors/ones"),
        ("code", "import mxnet"),
        ("code", ["# tensors/arccos\n", "%matplotlib inline\n", "def arccos(x):\n", "    return x\n"]),
        ("code", "#tensors/ones.py\ndef ones(): ...\n"),
        ("code", "# tensors/arcos\ndef f(): ...\n"),
        ("code", ""),
    )
    put(top, "ana/work.ipynb", source)
    found = collect(top, IDS)
    assert answers(found) == {
        ("ana", "tensors/arccos"): "ana/work.ipynb/cell 3",
        ("ana", "tensors/ones"): "ana/work.ipynb/cell 4",
    }
    read = {one.exercise: one.read() for one in found.answers}
    assert read["tensors/arccos"] == b"import mxnet\n\n# %matplotlib inline\ndef arccos(x):\n    return x\n"
    assert [(one.path, one.nearest) for one in found.unread] == [("ana/work.ipynb/cell 5", "tensors/arccos")]


def test_a_cell_of_a_million_empty_lines_is_read_at_once(top: Path) -> None:
    began = time.process_time()
    put(top, "eve/work.ipynb", notebook(("code", "# tensors/ones\n!pip\n" + "\n" * 1_000_000 + "(")))
    assert len(collect(top, IDS).answers) == 1
    assert time.process_time() - began < 30  # a search that grows with the square takes hours


def test_of_two_cells_for_an_exercise_the_later_one_counts(top: Path) -> None:
    put(top, "ana/work.ipynb", notebook(("code", "# tensors/ones\na"), ("code", "# tensors/ones\nb")))
    found = collect(top, IDS)
    assert answers(found) == {("ana", "tensors/ones"): "ana/work.ipynb/cell 2"}
    assert list(reasons(found)) == ["ana/work.ipynb/cell 1"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a notebook"),
        (b'{"cells": 3}', "not a notebook"),
        (b'{"cells": [{}]}', "No code cell"),
        (b'{"cells": [{"cell_type": "code", "source": [1]}]}', "not a notebook"),
        (b"[" * 100_000, "not a notebook"),
        (b"\xff\xfe\x00", "not a notebook"),
        (notebook(("code", "x = 1")), "No code cell"),
    ],
)
def test_a_damaged_or_strange_notebook_is_reported(top: Path, data: bytes, reason: str) -> None:
    put(top, "ana/arcos.ipynb", data)
    (unread,) = collect(top, IDS).unread
    assert reason in unread.reason
    assert unread.nearest == "tensors/arccos"


@pytest.mark.parametrize(
    ("name", "learner", "exercise"),
    [
        ("Ana Ruiz_4711_assignsubmission_file_/tensors/arccos.py", "Ana Ruiz_4711", "tensors/arccos"),
        ("Ana Ruiz_4711_assignsubmission_file/arccos.py", "Ana Ruiz_4711", "tensors/arccos"),
        ("Ana Ruiz_4711_assignsubmission_file_arccos.py", "Ana Ruiz_4711", "tensors/arccos"),
        ("Group B_17_assignsubmission_file_/answers/blocks/convnet.py", "Group B_17", "blocks/convnet"),
        ("Participant_99_assignsubmission_file_first-steps.py", "Participant_99", "tensors/first-steps"),
        ("ruizana_4711_98765_arccos.py", "ruizana_4711", "tensors/arccos"),
        ("ruizana_4711_98765_arccos-1.py", "ruizana_4711", "tensors/arccos"),
        ("ruizana_LATE_4711_98765_arccos-12.py", "ruizana_4711", "tensors/arccos"),
        ("müllerzoë_4711_98765_ones-like.py", "müllerzoë_4711", "tensors/ones-like"),
        ("anon_x1Y2z_98765_convnet.py", "anon_x1Y2z", "blocks/convnet"),
        ("LATE_anon_x1Y2z_98765_convnet.py", "anon_x1Y2z", "blocks/convnet"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_downloads_of_moodle_and_canvas_are_read(
    top: Path, name: str, learner: str, exercise: str, packed: bool
) -> None:
    """The names are those that Moodle's `mod_assign\\downloader` and Canvas's `ContentZipper` make."""
    if packed:
        _zip(top / "course-assignment-7.zip", {name: b"mine"})
    else:
        put(top, name, b"mine")
    found = collect(top, IDS)
    (answer,) = found.answers
    assert (answer.learner, answer.exercise, found.learners) == (learner, exercise, (learner,))
    assert answer.late is ("LATE" in name)
    assert answer.read() == b"mine"
    assert found.unread == []


@pytest.mark.parametrize(
    "name",
    ["Ana Ruiz_4711_assignsubmission_onlinetext_/onlinetext.html", "Ana Ruiz_4711_assignsubmission_onlinetext_a.html"],
)
def test_a_text_typed_into_moodle_is_reported(top: Path, name: str) -> None:
    put(top, name)
    found = collect(top, IDS)
    assert list(reasons(found).values()) == ["It is a text that was typed into the platform; ask for a file."]
    assert found.learners == ("Ana Ruiz_4711",)


def test_a_zip_that_a_learner_uploaded_to_canvas_is_read(top: Path) -> None:
    inner = top.parent / "inner.zip"
    _zip(inner, {"tensors/arccos.py": b"deep", "__MACOSX/x": b"", "deeper.zip": b"PK"})
    _zip(top / "download.zip", {"ruizana_4711_98765_work.zip": inner.read_bytes()})
    put(top, "leebo_4712_98766_work.zip", inner.read_bytes())
    found = collect(top, IDS)
    assert [(one.learner, one.read()) for one in found.answers] == [
        ("leebo_4712", b"deep"),
        ("ruizana_4711", b"deep"),
    ]
    assert list(reasons(found).values()) == [
        "It is not an archive that can be read.",
        "It is an archive inside an archive inside an archive.",
    ]


def test_of_two_uploads_to_canvas_the_later_one_counts(top: Path) -> None:
    for number, name in enumerate(("arccos-2.py", "arccos.py", "arccos-10.py")):
        put(top, f"ruizana_4711_9876{number}_{name}", name.encode())
    found = collect(top, IDS)
    assert [one.read() for one in found.answers] == [b"arccos-10.py"]
    assert len(found.unread) == 2


def test_archive_bombs_are_refused_at_once(top: Path) -> None:
    _zip(top / "ratio.zip", {"tensors/arccos.py": b"#" * (50 << 20), "tensors/ones.py": b"fine"})
    _zip(top / "count.zip", {f"{number}.py": b"" for number in range(6000)})
    with zipfile.ZipFile(top / "size.zip", "w") as archive:
        for number in range(70):
            archive.writestr(f"{number}.bin", b"\0" * (4 << 20), zipfile.ZIP_DEFLATED)
    found = collect(top, IDS)
    assert {one.learner: one.exercise for one in found.answers} == {"ratio": "tensors/ones"}
    assert reasons(found) == {
        "count.zip": "It is an archive of more than 5000 files.",
        "ratio.zip/tensors/arccos.py": "It is packed more than 100 times smaller than it is, as in an archive bomb.",
        "size.zip": "It is an archive of more than 256 MiB, unpacked.",
    }


def _zip64_lie(files: int) -> bytes:
    """Return an archive of many files whose usual last record says that its directory is empty."""
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"x"
    directory = entry * files
    record = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, files, files, len(directory), 0)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, len(directory), 1)
    return directory + record + locator + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, 46, 0, 0)


def test_no_entry_of_a_bombs_directory_becomes_an_object(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive of a few MiB can name millions of files; each one would cost memory."""
    _zip(top / "ana.zip", {"tensors/ones.py": b""})
    data = bytearray((top / "ana.zip").read_bytes())
    end = data.rindex(b"PK\5\6")
    data[end + 12 : end + 16] = (60 << 20).to_bytes(4, "little")
    (top / "ana.zip").write_bytes(data)
    put(top, "ben/all.zip", _zip64_lie(5001))
    put(top, "cem.zip", _zip64_lie(A_CLASS.members + 1))
    parsed: list[object] = []
    monkeypatch.setattr(zipfile, "ZipInfo", parsed.append)
    assert reasons(collect(top, IDS)) == {
        "ana.zip": "It is not an archive that can be read.",
        "ben/all.zip": "It is an archive of more than 5000 files.",
        "cem.zip": "It is an archive of more than 100000 files.",
    }
    assert parsed == []


def test_the_archive_of_a_platform_may_hold_a_whole_class(top: Path) -> None:
    """500 learners with 20 files each; the archive of one learner may not be as large."""
    moodle = {
        f"Ana Bo{n}_{4000 + n}_assignsubmission_file_/{name}": b""
        for n in range(500)
        for name in ("tensors/arccos.py", *(f"note{k}.txt" for k in range(19)))
    }
    _zip(top / "class.zip", moodle)
    _zip(top / "eve.zip", {f"note{n}.txt": b"" for n in range(5001)})
    found = collect(top, IDS)
    assert len(found.answers) == len({one.learner for one in found.answers}) == 500
    assert reasons(found)["eve.zip"] == "It is an archive of more than 5000 files."


def test_an_encrypted_file_is_reported(top: Path) -> None:
    _zip(top / "ana.zip", {"tensors/ones.py": b""})
    data = bytearray((top / "ana.zip").read_bytes())
    data[data.index(b"PK\1\2") + 8] |= 1
    (top / "ana.zip").write_bytes(data)
    assert reasons(collect(top, IDS)) == {"ana.zip/tensors/ones.py": "It is encrypted."}


def test_a_learner_with_too_many_files_is_read_up_to_a_limit(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "MAX_FILES", 3)
    for number in range(5):
        put(top, f"ana/{number}.txt")
    put(top, "bob/tensors/ones.py")
    found = collect(top, IDS)
    assert [one.learner for one in found.answers] == ["bob"]
    assert found.unread[0].reason == "The learner handed in more than 3 files; the rest is not read."


def test_names_are_composed_as_rosters_have_them_and_sorted_for_people(top: Path) -> None:
    for name in ("Zoe\u0308", "k.lee27", "álvaro", "Bo", "李伟", "🦄"):
        put(top, f"{name}/tensors/ones.py")
    found = collect(top, IDS)
    assert found.learners == ("álvaro", "Bo", "k.lee27", "Zo\u00eb", "李伟", "🦄")
    assert all(one.read() for one in found.answers)


def test_two_spellings_of_one_name_are_one_learner(top: Path) -> None:
    put(top, "Zoe\u0308/tensors/ones.py", b"1")
    put(top, "Zo\u00eb/tensors/arccos.py", b"2")
    found = collect(top, IDS)
    assert [(one.learner, one.exercise) for one in found.answers] == [
        ("Zo\u00eb", "tensors/arccos"),
        ("Zo\u00eb", "tensors/ones"),
    ]


def test_a_folder_of_one_learner_can_be_read_alone(top: Path) -> None:
    put(top, "submission/arccos.py", b"1")
    found = collect_learner(top / "submission", IDS)
    assert (found.learners, found.answers[0].exercise) == (("submission",), "tensors/arccos")


def test_hidden_work_inside_a_learners_folder_is_listed(top: Path) -> None:
    put(top, "tia/.ones.py")
    put(top, "rod/.work/tensors/ones.py")
    put(top, "sam/._ones.py")
    put(top, "sam/.git/ones.py")
    put(top, "sam/.python-version")
    with zipfile.ZipFile(top / "uma.zip", "w") as archive:
        for name in ("x/.work/ones.py", "x/.ones.py", "__MACOSX/x/.ones.py", "x/.git/ones.py", "x/._ones.py"):
            archive.writestr(name, "x = 1\n")

    found = collect(top, IDS)

    assert not found.answers
    assert set(reasons(found)) == {"tia/.ones.py", "rod/.work", "uma.zip/x/.work/ones.py", "uma.zip/x/.ones.py"}
    assert all("begins with '.'" in reason for reason in reasons(found).values())
