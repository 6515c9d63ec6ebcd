"""Hand-ins are found in every shape that is documented; links, pipes and paths that lead outside are refused."""

from __future__ import annotations

import json
import os
import socket
import stat
import zipfile
from pathlib import Path

import pytest

from mxtutor.classroom.hand_ins import Collected, collect, nearest_id, read_hand_in, readable
from mxtutor.classroom.safe_files import Refused, open_file

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


def answers(found: Collected) -> dict[tuple[str, str], str]:
    return {(one.learner, one.exercise): one.place for one in found.answers}


def reasons(found: Collected) -> dict[str, str]:
    return {one.path: one.reason for one in found.unread}


@pytest.mark.parametrize("place", ["ana/tensors/arccos.py", "ana/answers/tensors/arccos.py"])
def test_an_answer_is_found(top: Path, place: str) -> None:
    put(top, place, b"def arccos(x): ...\n")
    found = collect(top, IDS)
    assert answers(found) == {("ana", "tensors/arccos"): place}
    assert found.unread == []
    assert read_hand_in(top, found.answers[0], 1000) == b"def arccos(x): ...\n"
    assert read_hand_in(top, found.answers[0], 3) == b"def"


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
    assert [read_hand_in(top, one, 10) for one in found.answers] == [b"a", b"b"]
    assert found.unread == []


def test_the_json_of_an_export_is_read(top: Path) -> None:
    exercises = [{"id": "tensors/arccos", "answer": "é"}, {"id": "tensors/ones", "answer": None}]
    put(top, "ana/export.json", json.dumps({"exercises": exercises}).encode())
    (answer,) = collect(top, IDS).answers
    assert read_hand_in(top, answer, 10) == "é".encode()


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
    _zip(top / "ana.zip", {"tensors/arccos.py": b"#" * (50 << 20)})
    (answer,) = collect(top, IDS).answers
    assert len(read_hand_in(top, answer, 1 << 20)) == 1 << 20


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 not whole", b"text"])
def test_a_damaged_zip_is_reported(top: Path, data: bytes) -> None:
    put(top, "ana/export.zip", data)
    assert reasons(collect(top, IDS)) == {"ana/export.zip": "It is not a .zip that can be read."}


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


def test_what_becomes_a_link_after_it_was_found_is_not_opened(top: Path, tmp_path: Path) -> None:
    path = put(top, "ana/tensors/arccos.py")
    (answer,) = collect(top, IDS).answers
    path.unlink()
    path.symlink_to(tmp_path / "secret.py")
    with pytest.raises(Refused, match="link"):
        read_hand_in(top, answer, 100)
    path.parent.rename(top / "ana" / "moved")
    (top / "ana" / "tensors").symlink_to(tmp_path)
    with pytest.raises(Refused, match="link"), open_file(top, ("ana", "tensors", "secret.py")):
        pass


def test_a_hard_link_to_a_classmates_file_is_refused(top: Path) -> None:
    path = put(top, "ana/tensors/arccos.py")
    (top / "bob" / "tensors").mkdir(parents=True)
    os.link(path, top / "bob" / "tensors" / "arccos.py")
    found = collect(top, IDS)
    assert found.answers == []
    assert set(reasons(found).values()) == {"It is a hard link to a file of another learner's folder."}


def test_a_hard_link_to_a_shipped_solution_is_refused(top: Path, tmp_path: Path) -> None:
    solution = put(tmp_path / "content", "exercises/tensors/arccos/solution.py")
    (top / "bob" / "tensors").mkdir(parents=True)
    os.link(solution, top / "bob" / "tensors" / "arccos.py")
    assert set(reasons(collect(top, IDS, tmp_path / "content")).values()) == {
        "It is a hard link to a file of the course."
    }


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("ana/tensors/arccos (1).py", "tensors/arccos"),
        ("ana/tensors/Arccos.py", "tensors/arccos"),
        ("ana/tensors/first_steps.py", "tensors/first-steps"),
        ("ana/arccos.py.txt", "tensors/arccos"),
        ("ana/arccos.ipynb", "tensors/arccos"),
        ("ana/convnet.py", "blocks/convnet"),
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


def test_a_file_beside_the_learners_is_reported(top: Path) -> None:
    put(top, "arccos.py")
    assert reasons(collect(top, IDS)) == {"arccos.py": "It is not in a learner's folder."}


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
    assert nearest_id(("gpu", "copy.py"), ids) == "gpu/copy"
    assert nearest_id(("tensors", "copy.py"), ids) == "tensors/copy"
