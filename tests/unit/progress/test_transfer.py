"""Exports as Markdown and notebooks, and imports: nothing is lost, nothing is there twice, bad files are refused."""

from __future__ import annotations

import json
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mxtutor.classroom.hand_ins import named_cells
from mxtutor.cli import main
from mxtutor.content.loader import load_course
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import Draft
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.transfer import export_json, export_to, import_from
from tests.ui.fakes import COURSE, REVIEW, RIGHT, WRONG

ARCCOS, FLIP = "tensors/arccos", "tensors/flip"
CODE = "from mxnet import nd\n\n\ndef arccos(x):\n    return nd.arccos(x)  # ``` in a comment\n"


def _fill(store: ProgressStore) -> None:
    store.add_attempt(ARCCOS, "first = 1\n", WRONG)
    store.open_hint(ARCCOS, 2)
    noted = Report(ARCCOS, Verdict.RIGHT, "All <cases> agree.", seed=2**80, notes=REVIEW.notes)
    store.add_attempt(ARCCOS, CODE, noted, "0123")
    store.save_draft(ARCCOS, Draft(CODE))
    store.add_attempt(FLIP, "b", RIGHT)
    store.give_up(FLIP)
    store.add_attempt("tensors/gone", "x = '\ud83d'", WRONG)
    store.mark_read("tensors/names")
    store.save_setting("glyphs", "ascii")
    store.prove_known(["tensors/halve", "tensors/join-axis"])
    store.use_known(["tensors/halve"], False)


def _kept(data: dict[str, Any]) -> dict[str, Any]:
    """Return an export without what is different in another home: when it was made, and numbers."""
    plain: dict[str, Any] = json.loads(json.dumps(data))
    del plain["exported"]
    return plain


def _exported(home: Path) -> dict[str, Any]:
    with closing(open_store(home)) as store:
        return _kept(export_json(store))


@pytest.fixture
def filled(home: Path) -> Path:
    """A home with work of all kinds."""
    with closing(open_store(home)) as store:
        _fill(store)
    return home


@pytest.mark.parametrize("ending", [".json", ".zip"])
def test_an_export_becomes_the_same_home_elsewhere(filled: Path, tmp_path: Path, ending: str) -> None:
    file, other = tmp_path / f"mine{ending}", tmp_path / "other"
    export_to(file, filled)
    done, refused = import_from(file, other)
    assert (done.attempts, done.known_already, done.lessons, done.settings, refused) == (4, 0, 1, 1, ())
    assert _exported(other) == _exported(filled)
    assert (other / "answers" / f"{ARCCOS}.py").read_text() == CODE


def test_a_second_import_adds_nothing(filled: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "mine.json", tmp_path / "other"
    export_to(file, filled)
    import_from(file, other)
    before = _exported(other)
    done, _ = import_from(file, other)
    assert (done.attempts, done.known_already, done.drafts, done.lessons, done.cards) == (0, 4, 0, 0, 0)
    assert done.to_history == []
    assert _exported(other) == before


def test_an_own_draft_stays_and_the_imported_one_goes_to_the_history(filled: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "mine.json", tmp_path / "other"
    export_to(file, filled)
    with closing(open_store(other)) as store:
        store.save_draft(ARCCOS, Draft("mine = 2\n"))
        store.save_draft(FLIP, Draft("c"))
        store.save_setting("glyphs", "unicode")
    done, _ = import_from(file, other)
    assert done.to_history == [ARCCOS, FLIP]
    with closing(open_store(other)) as store:
        assert store.draft(ARCCOS) == Draft("mine = 2\n")
        assert CODE in [attempt.code for attempt in store.attempts(ARCCOS)]
        assert store.setting("glyphs") == "unicode"
        assert (store.standing(ARCCOS).status, store.standing(ARCCOS).hints) == ("done", 2)
    assert (other / "answers" / f"{ARCCOS}.py").read_text() == "mine = 2\n"


def test_what_was_started_over_stays_started_over(filled: Path, tmp_path: Path) -> None:
    with closing(open_store(filled)) as store:
        store.start_over([ARCCOS])
    file, other = tmp_path / "mine.json", tmp_path / "other"
    export_to(file, filled)
    import_from(file, other)
    with closing(open_store(other)) as store:
        assert store.standing(ARCCOS).status == "todo"
        assert len(store.attempts(ARCCOS)) == 2
        assert store.standing(FLIP).status == "done"


def test_mistakes_are_counted_once_after_an_import(filled: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "mine.json", tmp_path / "other"
    export_to(file, filled)
    import_from(file, other)
    with closing(open_store(other)) as store, closing(open_store(filled)) as first:
        assert store.cards() == first.cards()
        assert any(card.times == 1 for card in store.cards() if card.mistake)


TEXTS = st.text(max_size=30)
WORK = st.lists(
    st.one_of(
        st.tuples(st.just("attempt"), st.sampled_from([ARCCOS, FLIP]), TEXTS, st.sampled_from(list(Verdict))),
        st.tuples(st.just("draft"), st.sampled_from([ARCCOS, FLIP]), TEXTS),
        st.tuples(st.just("aside"), st.sampled_from([ARCCOS, FLIP]), TEXTS),
        st.tuples(st.just("hint"), st.just(ARCCOS), st.integers(1, 3)),
        st.tuples(st.just("over"), st.sampled_from([ARCCOS, FLIP])),
        st.tuples(st.just("gave-up"), st.just(FLIP)),
        st.tuples(st.just("read"), TEXTS),
    ),
    max_size=12,
)


def _do(store: ProgressStore, step: tuple[Any, ...]) -> None:
    kind, exercise, *given = step
    if kind == "attempt":
        store.add_attempt(exercise, given[0], Report(exercise, given[1], given[0]), "hash")
    elif kind == "draft":
        store.save_draft(exercise, Draft(given[0]))
    elif kind == "aside":
        store.set_aside(exercise, given[0])
    elif kind == "hint":
        store.open_hint(exercise, given[0])
    elif kind == "over":
        store.start_over([exercise])
    elif kind == "gave-up":
        store.give_up(exercise)
    else:
        store.mark_read(exercise)


@settings(max_examples=25, deadline=None)
@given(WORK)
def test_any_work_survives_a_move_and_a_return(steps: list[tuple[Any, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        first, second, file = Path(folder) / "a", Path(folder) / "b", Path(folder) / "x.json"
        with closing(open_store(first)) as store:
            for step in steps:
                _do(store, step)
            standings = store.standings()
        attempts = export_to(file, first)
        import_from(file, second)
        with closing(open_store(second)) as store:
            assert dict(store.standings()) == dict(standings)
        export_to(file, second)
        done, _ = import_from(file, first)
        assert (done.attempts, done.known_already) == (0, attempts)
        with closing(open_store(first)) as store:
            assert dict(store.standings()) == dict(standings)


def test_a_notebook_has_a_cell_per_answer_that_grade_reads(filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.ipynb"
    export_to(file, filled, load_course(COURSE))
    made = json.loads(file.read_text())
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in made["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in made["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        assert set(cell) == (wanted | {"execution_count", "outputs"} if cell["cell_type"] == "code" else wanted)
        assert all(isinstance(line, str) for line in cell["source"])
    cells = {cell.named: cell.source for cell in named_cells(file.read_bytes()).values()}
    assert cells[ARCCOS].strip() == CODE.strip()
    assert cells[FLIP].strip() == "b"
    text = "".join("".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "markdown")
    assert "## Tensors" in text
    assert "### Inverse cosine, element by element (tensors/arccos)" in text
    assert "right: All &lt;cases> agree." in text
    assert "- Note: Line 6: In a loop, the code waits 4 times for a result." in text


def test_markdown_shows_answers_verdicts_and_notes_by_topic(filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    export_to(file, filled, load_course(COURSE))
    text = file.read_text()
    assert "````python\nfrom mxnet import nd" in text
    assert text.index("## Tensors") < text.index("### Inverse cosine") < text.index("### tensors/gone")
    assert "- State: done, 2 attempts, 2 hints" in text
    assert "not right yet: 3 of 5 values differ" in text


def test_the_answers_of_a_notebook_are_imported(filled: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "mine.ipynb", tmp_path / "other"
    export_to(file, filled)
    done, refused = import_from(file, other)
    assert (done.attempts, done.drafts, refused) == (0, 3, ())
    assert (other / "answers" / f"{ARCCOS}.py").read_text().strip() == CODE.strip()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.json", b"{", "is damaged: it is not JSON."),
        ("x.json", b"[" * 100_000, "is damaged: it is not JSON."),
        ("x.json", b"\xff\xfe\x00", "is damaged: it is not JSON."),
        ("x.json", b'{"learners": []}', "is not an export of mxtutor."),
        ("x.json", b"[1]", "is not an export of mxtutor."),
        ("x.json", b'{"version": 3, "exercises": []}', "was written by a newer mxtutor. Update mxtutor."),
        ("x.json", b'{"version": 1, "exercises": 3}', "is damaged: "),
        ("x.json", b'{"version": 1, "exercises": [{"id": "a/b", "hints": -1}]}', "is damaged: "),
        ("x.zip", b"PK", "cannot be imported: it is not an archive that can be read."),
        ("x.ipynb", b"{}", "is not a notebook that can be read."),
        ("x.txt", b"", "Its name must end in .json, .zip or .ipynb."),
    ],
)
def test_a_bad_file_is_one_sentence_and_changes_nothing(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(data)
    assert main(["import", str(tmp_path / name)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
    assert not (home / "progress.db").exists()


@pytest.mark.parametrize(
    "attempt",
    [
        {"code": "x", "when": "yesterday", "verdict": "right"},
        {"code": "x", "when": "2024-01-01T00:00:00", "verdict": "right"},
        {"code": "x", "when": "2024-01-01T00:00:00+00:00", "verdict": "great"},
        {"code": "x", "when": "2024-01-01T00:00:00+00:00", "seconds": float("nan")},
        {"code": 3, "when": "2024-01-01T00:00:00+00:00"},
    ],
)
def test_a_damaged_attempt_is_refused(tmp_path: Path, attempt: dict[str, Any]) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"version": 1, "exercises": [{"id": ARCCOS, "attempts": [attempt]}]}))
    with pytest.raises(UsageError, match="is damaged: "):
        import_from(file, tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bomb.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("progress.json", b" " * (80 << 20))
    with pytest.raises(UsageError, match="archive bomb"):
        import_from(file, tmp_path / "other")


def test_links_and_pipes_are_not_opened(tmp_path: Path, filled: Path) -> None:
    import os

    export_to(tmp_path / "real.json", filled)
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    os.mkfifo(tmp_path / "pipe.json")
    for name in ("link.json", "pipe.json"):
        with pytest.raises(UsageError, match="cannot be imported"):
            import_from(tmp_path / name, tmp_path / "other")


def test_ids_that_lead_out_of_the_home_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.json"
    items = [{"id": "../../evil", "answer": "x"}, {"id": ARCCOS, "answer": "mine = 1\n"}]
    file.write_text(json.dumps({"version": 1, "exercises": items}))
    assert main(["import", str(file)]) == 0
    said = capsys.readouterr()
    assert "'../../evil' is not the id of an exercise." in said.err
    assert "1 answer" in said.out
    assert not list(tmp_path.rglob("evil*"))


def test_exports_of_earlier_releases_are_imported(tmp_path: Path) -> None:
    releases = Path(__file__).resolve().parents[2] / "releases"
    for release in sorted(folder for folder in releases.iterdir() if (folder / "export.zip").is_file()):
        stored = json.loads((release / "export.json").read_text(encoding="utf-8"))
        home = tmp_path / release.name
        done, _ = import_from(release / "export.zip", home)
        if "events" not in stored:
            attempts = sum(len(one["attempts"]) for one in stored["exercises"])
            assert done.attempts == attempts + len(stored.get("drills", ()))
        with closing(open_store(home)) as store:
            again = export_json(store)
        if "events" in stored:
            assert [event["id"] for event in again["events"]] == [event["id"] for event in stored["events"]]
        now = {one["id"]: one["status"] for one in again["exercises"]}
        assert now == {one["id"]: one["status"] for one in stored["exercises"]}
