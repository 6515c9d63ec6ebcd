"""The stored data, and the standings that follow from it."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mxtutor.cli import main
from mxtutor.errors import StoreError, UsageError
from mxtutor.grading.protocol import CaseResult, Report, Verdict
from mxtutor.progress.model import NEW, Draft, Place, Standing
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.transfer import export_json, export_to

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

ARCCOS = "tensors/arccos"


def _report(verdict: Verdict, seed: int = 7) -> Report:
    cases = (CaseResult("a 3 x 4 array", verdict),)
    return Report(ARCCOS, verdict, f"it is {verdict.value}", cases, seconds=0.25, seed=seed)


@pytest.fixture
def store(home: Path) -> ProgressStore:
    return open_store(home)


def test_the_store_is_a_progress(store: ProgressStore) -> None:
    progress: ProgressStore = store
    assert progress.notice == ""
    assert progress.standings() == {}
    assert progress.standing(ARCCOS) == NEW
    assert progress.draft(ARCCOS) is None
    assert progress.attempts(ARCCOS) == ()
    assert progress.place() is None


def test_everything_is_there_after_opening_again(home: Path, store: ProgressStore) -> None:
    first = store.add_attempt(ARCCOS, "return x", _report(Verdict.WRONG))
    second = store.set_aside(ARCCOS, "half an answer")
    store.save_draft(ARCCOS, Draft("é = 'ü'\n", (3, 14)))
    store.open_hint(ARCCOS, 2)
    store.mark_read("tensors/names")
    store.save_place(Place("exercise", ARCCOS, 5))
    store.save_setting("theme", "light")
    store.close()
    again = open_store(home)
    assert again.attempts(ARCCOS) == (second, first)
    assert (first.verdict, first.seconds, first.seed, first.headline) == (Verdict.WRONG, 0.25, 7, "it is wrong")
    assert (second.verdict, second.code) == (None, "half an answer")
    assert again.report(first.number) == _report(Verdict.WRONG)
    assert again.report(second.number) is None
    assert again.draft(ARCCOS) == Draft("é = 'ü'\n", (3, 14))
    assert again.standing(ARCCOS).hints == 2
    assert again.lessons_read() == {"tensors/names"}
    assert again.place() == Place("exercise", ARCCOS, 5)
    assert again.setting("theme") == "light"
    assert again.setting("glyphs") == ""


def test_a_right_answer_is_done_for_good(store: ProgressStore) -> None:
    store.add_attempt(ARCCOS, "", _report(Verdict.ERROR))
    assert store.standing(ARCCOS).status == "tried"
    store.give_up(ARCCOS)
    assert store.standing(ARCCOS).status == "gave-up"
    store.add_attempt(ARCCOS, "", _report(Verdict.RIGHT))
    store.add_attempt(ARCCOS, "", _report(Verdict.TIMEOUT))
    standing = store.standing(ARCCOS)
    assert (standing.status, standing.attempts, standing.gave_up, standing.last) == ("done", 3, True, Verdict.TIMEOUT)
    assert store.standings() == {ARCCOS: standing}


def test_our_faults_and_drafts_set_aside_do_not_count(store: ProgressStore) -> None:
    store.add_attempt(ARCCOS, "", _report(Verdict.BROKEN))
    store.set_aside(ARCCOS, "x")
    assert store.standing(ARCCOS) == NEW
    assert len(store.attempts(ARCCOS)) == 2


def test_a_smaller_hint_changes_nothing_and_giving_up_keeps_hints(store: ProgressStore) -> None:
    for step in (1, 3, 2):
        store.open_hint(ARCCOS, step)
    store.give_up(ARCCOS)
    store.open_hint(ARCCOS, 1)
    standing = store.standing(ARCCOS)
    assert (standing.hints, standing.gave_up, standing.status) == (3, True, "gave-up")


def test_ids_of_no_course_are_kept(home: Path, store: ProgressStore) -> None:
    store.add_attempt("gone/for-ever", "x", _report(Verdict.RIGHT))
    store.close()
    assert open_store(home).standing("gone/for-ever").status == "done"


def test_drafts_are_plain_files_too(home: Path, store: ProgressStore) -> None:
    store.save_draft(ARCCOS, Draft("first"))
    store.save_draft(ARCCOS, Draft("second é\r\n"))
    folder = home / "answers" / "tensors"
    assert (folder / "arccos.py").read_bytes() == "second é\r\n".encode()
    assert [path.name for path in folder.iterdir()] == ["arccos.py"]


@pytest.mark.parametrize("exercise", ["../escape", "tensors/../../escape", "/etc/escape", "tensors/", "a/b/c"])
def test_an_odd_id_is_kept_but_names_no_file(home: Path, store: ProgressStore, exercise: str) -> None:
    store.save_draft(exercise, Draft("x"))
    assert store.draft(exercise) == Draft("x")
    assert not list(home.parent.rglob("*.py"))


def test_odd_text_and_large_numbers_are_kept(store: ProgressStore) -> None:
    attempt = store.add_attempt(ARCCOS, "half a pair \ud83d, a zero \0", _report(Verdict.WRONG, seed=2**80))
    assert store.attempts(ARCCOS) == (attempt,)
    assert attempt.code == "half a pair ?, a zero \0"
    assert attempt.seed == 2**80
    store.save_draft(ARCCOS, Draft("\ud83d"))
    assert store.draft(ARCCOS) == Draft("?")


def test_many_threads_may_write_at_once(store: ProgressStore) -> None:
    def work(name: str) -> None:
        for step in range(20):
            store.add_attempt(f"tensors/{name}", str(step), _report(Verdict.WRONG))
            store.save_draft(f"tensors/{name}", Draft(str(step)))

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {name: standing.attempts for name, standing in store.standings().items()} == {
        f"tensors/{name}": 20 for name in "abcd"
    }
    assert all(store.draft(f"tensors/{name}") == Draft("19") for name in "abcd")


def test_a_closed_store_says_so(store: ProgressStore) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.save_draft(ARCCOS, Draft("x"))


def test_a_report_of_another_release_is_none(home: Path, store: ProgressStore) -> None:
    attempt = store.add_attempt(ARCCOS, "x", _report(Verdict.WRONG))
    with closing(sqlite3.connect(home / "progress.db")) as database, database:
        database.execute("UPDATE events SET report = '{\"version\": 99}'")
    assert store.report(attempt.number) is None
    assert store.attempts(ARCCOS) == (attempt,)


def test_a_transaction_that_fails_changes_nothing_at_any_depth(store: ProgressStore) -> None:
    store.save_setting("theme", "light")

    def fail_within() -> None:
        with store.transaction():
            store.save_setting("theme", "dark")
            with store.transaction():
                store.set_aside(ARCCOS, "x")
                raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        fail_within()
    assert (store.setting("theme"), store.attempts(ARCCOS)) == ("light", ())
    store.save_setting("theme", "dark")
    assert store.setting("theme") == "dark"


def test_reset_puts_one_exercise_back_and_keeps_its_attempts(home: Path, store: ProgressStore) -> None:
    for name in ("tensors/a", "tensors/b"):
        store.add_attempt(name, "x", _report(Verdict.RIGHT))
        store.save_draft(name, Draft("not checked yet"))
        store.open_hint(name, 2)
        store.give_up(name)
    store.start_over(["tensors/a"])
    assert store.standing("tensors/a") == NEW
    assert set(store.standings()) == {"tensors/b"}
    assert store.draft("tensors/a") is None
    assert [attempt.code for attempt in store.attempts("tensors/a")] == ["not checked yet", "x"]
    assert not (home / "answers/tensors/a.py").exists()
    assert (home / "answers/tensors/b.py").exists()
    store.add_attempt("tensors/a", "y", _report(Verdict.WRONG))
    assert store.standing("tensors/a") == Standing("tried", 1, 0, False, Verdict.WRONG)


def test_reset_of_everything_keeps_settings(home: Path, store: ProgressStore) -> None:
    store.add_attempt(ARCCOS, "x", _report(Verdict.RIGHT))
    store.save_draft(ARCCOS, Draft("x"))
    store.mark_read("tensors/names")
    store.save_place(Place("lesson", "tensors/names"))
    store.save_setting("theme", "dark")
    store.start_over()
    assert store.standings() == {}
    assert store.lessons_read() == frozenset()
    assert store.place() is None
    assert store.setting("theme") == "dark"
    assert [attempt.code for attempt in store.attempts(ARCCOS)] == ["x"], "a draft that was checked is there already"


@pytest.mark.parametrize(
    ("what", "gone"), [("tensors/arccos", ["return x.arccos()"]), ("all", ["return x.arccos()", "draft 7"])]
)
def test_what_is_erased_is_in_no_file_and_comes_back_only_by_an_import(
    home: Path, tmp_path: Path, store: ProgressStore, what: str, gone: list[str]
) -> None:
    store.add_attempt(ARCCOS, "return x.arccos()", _report(Verdict.RIGHT))
    store.save_draft("tensors/clip", Draft("draft 7"))
    store.mark_read("tensors/names")
    store.close()
    assert main(["export", str(tmp_path / "all.json")]) == 0
    assert main(["reset", what, "--erase", "--yes"]) == 0
    files = [path.read_bytes() for path in home.rglob("*") if path.is_file()]
    assert not any(text.encode() in data for data in files for text in gone)
    assert [any(text.encode() in data for data in files) for text in ("draft 7",)] == [what != "all"]
    assert main(["import", str(tmp_path / "all.json")]) == 0
    with closing(open_store(home)) as again:
        assert [attempt.code for attempt in again.attempts(ARCCOS)] == ["return x.arccos()"]
        assert ARCCOS not in again.standings()


def test_what_an_examination_stored_is_not_erased(home: Path, store: ProgressStore) -> None:
    store.add_attempt(ARCCOS, "own practice", _report(Verdict.WRONG))
    store.enter_examination("Day")
    store.save_draft(ARCCOS, Draft("in the examination"))
    store.add_attempt(ARCCOS, "in the examination", _report(Verdict.RIGHT))
    store.close()
    assert main(["reset", "all", "--erase", "--yes"]) == 0
    with closing(open_store(home)) as again:
        again.enter_examination("Day")
        assert [attempt.code for attempt in again.attempts(ARCCOS)] == ["in the examination"]
        assert again.standing(ARCCOS).status == "done"


def test_an_erased_text_is_in_no_file_while_another_tutor_is_open(home: Path, store: ProgressStore) -> None:
    store.add_attempt(ARCCOS, "return x.arccos()", _report(Verdict.RIGHT))
    assert main(["reset", "tensors/arccos", "--erase", "--yes"]) == 0
    assert not any(b"x.arccos()" in path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert store.standing(ARCCOS) == NEW


def test_export_holds_it_all(home: Path, tmp_path: Path, store: ProgressStore) -> None:
    store.add_attempt(ARCCOS, "return x", _report(Verdict.WRONG))
    store.save_draft("tensors/other", Draft("draft"))
    store.mark_read("tensors/names")
    data = json.loads(json.dumps(export_json(store)))
    assert data["version"] == 2
    assert data["lessons_read"] == ["tensors/names"]
    first, second = data["exercises"]
    assert (first["id"], first["status"], first["answer"]) == (ARCCOS, "tried", "return x")
    (event,) = (one for one in data["events"] if one["what"]["type"] == "checked")
    assert (event["exercise"], event["code"], event["what"]["verdict"]) == (ARCCOS, "return x", "wrong")
    assert Report.from_json(event["report"]) == _report(Verdict.WRONG)
    assert (second["id"], second["status"], second["answer"]) == ("tensors/other", "todo", "draft")
    as_json, as_zip = tmp_path / "work.json", tmp_path / "work.zip"
    assert export_to(as_json, home) == export_to(as_zip, home) == 1
    assert json.loads(as_json.read_text(encoding="utf-8"))["exercises"] == data["exercises"]
    with zipfile.ZipFile(as_zip) as archive:
        assert set(archive.namelist()) == {"progress.json", "answers/tensors/arccos.py", "answers/tensors/other.py"}
        assert archive.read("answers/tensors/arccos.py") == b"return x"


def test_export_to_a_place_that_cannot_be_written_is_one_line(home: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        export_to(tmp_path / "missing" / "work.zip", home)
    with pytest.raises(UsageError, match=r"\.md or \.ipynb"):
        export_to(tmp_path / "work.txt", home)


def test_what_a_placement_proved_counts_as_known_until_it_is_taken_back_or_tried(store: ProgressStore) -> None:
    store.prove_known([ARCCOS, "tensors/flip"])
    assert store.standing(ARCCOS).status == store.standings()["tensors/flip"].status == "known"
    store.use_known([ARCCOS, "tensors/never-proven"], False)
    assert store.standing(ARCCOS).status == "todo"
    assert store.known() == {ARCCOS: False, "tensors/flip": True}
    store.use_known([ARCCOS], True)
    assert store.standing(ARCCOS).status == "known"
    store.add_attempt(ARCCOS, "", _report(Verdict.WRONG))
    assert store.standing(ARCCOS).status == "tried", "an attempt says more than a placement"
    store.start_over(["tensors/flip"])
    assert store.standing("tensors/flip").status == "todo"


def test_a_draft_of_another_tutor_is_set_aside_and_replaced_in_one_transaction(tmp_path: Path) -> None:
    first, second = open_store(tmp_path), open_store(tmp_path)
    second.save_draft("tensors/flip", Draft("of the other tutor"))

    ((pages,),) = first.database.run("PRAGMA page_count")
    first.database.run(f"PRAGMA max_page_count = {pages}")  # a full disk, for this connection
    with pytest.raises(StoreError, match="full"):
        first.replace_draft("tensors/flip", Draft("x" * 100_000), None)
    first.database.run("PRAGMA max_page_count = 1000000")
    assert first.attempts("tensors/flip") == ()
    assert first.draft("tensors/flip") == Draft("of the other tutor")
    assert first.replace_draft("tensors/flip", Draft("mine"), None)
    assert [attempt.code for attempt in first.attempts("tensors/flip")] == ["of the other tutor"]
    first.close()
    second.close()


def test_an_examination_shows_only_what_is_done_in_it_and_no_class_gets_it(home: Path, store: ProgressStore) -> None:
    store.enter_class("http://class", shares_code=True)
    store.add_attempt(ARCCOS, "before", _report(Verdict.RIGHT))
    store.save_draft(ARCCOS, Draft("my draft"))
    store.save_place(Place("exercise", ARCCOS, 5))
    told = store.unsent("http://class")
    file = store.answer_file(ARCCOS)
    assert file is not None
    for attempts in (["after"], ["after", "after"]):
        with closing(open_store(home)) as exam:
            exam.enter_examination("exam")
            assert exam.claim(ARCCOS)
            if len(attempts) == 1:
                assert (exam.standings(), exam.attempts(ARCCOS), exam.exercises()) == ({}, (), ())
                assert (exam.place(), exam.cards(), exam.first_tries(), exam.draft(ARCCOS)) == (None, (), {}, None)
            else:
                assert exam.draft(ARCCOS) == Draft("in the examination")
                assert exam.place() == Place("home")
            exam.add_attempt(ARCCOS, "after", _report(Verdict.WRONG))
            assert not exam.replace_draft(ARCCOS, Draft("in the examination"), "in the examination")
            assert [one.code for one in exam.attempts(ARCCOS)] == attempts
            assert exam.standing(ARCCOS).status == "tried"
            exam.save_place(Place("home"))
            assert exam.unsent("http://class") == []
            in_exam = exam.answer_file(ARCCOS)
            assert in_exam is not None
            assert in_exam.read_text() == "in the examination"
        assert store.draft(ARCCOS) == Draft("my draft")
        store.save_draft(ARCCOS, Draft("my draft"))
        assert file.read_text() == "my draft"
    with closing(open_store(home)) as other:
        other.enter_examination("another")
        assert (other.attempts(ARCCOS), other.draft(ARCCOS), other.exercises()) == ((), None, ())
    assert store.standing(ARCCOS).status == "done"
    assert {one.code for one in store.attempts(ARCCOS)} == {"before", "after"}
    assert store.place() == Place("exercise", ARCCOS, 5)
    sent = store.unsent("http://class")
    assert not [event for event in sent if event.code == "after"]
    assert sent[: len(told)] == told
