"""Grading on a cluster, without one: batches, accounts, checks of workers, and the command's options."""

from __future__ import annotations

import importlib.util
import random
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mxtutor.classroom.cluster.batches import BATCH_BYTES, LEAST, MOST, WINDOW_ANSWERS, Batches, BatchSize, Task
from mxtutor.classroom.cluster.dask_link import SAME, reason
from mxtutor.classroom.cluster.ledger import AFTER_ONE_LOSS, MOST_BROKEN, MOST_LOSSES, Ledger
from mxtutor.classroom.cluster.link import Answer, ClusterLostError, Event
from mxtutor.classroom.cluster.messages import Batch, Check, Checked, Done, Item, Reply, pack, unpack
from mxtutor.classroom.cluster.worker import (
    CheckedContent,
    ClusterWorker,
    ContentChangedError,
    content_differences,
    version_differences,
)
from mxtutor.classroom.fingerprints import exercise_hash
from mxtutor.cli.grade_cluster import ClusterOptions, unencrypted
from mxtutor.cli.grading_progress import GradingProgress
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Grader
from tests.grading.tiny import COURSE
from tests.unit.classes import FakeGrader
from tests.unit.clusters import CHECK, Clustered, FakeLink, FakeWorker, failure
from tests.unit.test_class_commands import Class, klass

__all__ = ["klass"]


# Batches


def tasks(count: int, exercises: int = 1, size: int = 10) -> list[Task]:
    return [Task(number, f"topic/{number % exercises}", b"x" * size) for number in range(count)]


SOURCES = [bytes(size) for size in (0, 10, 20_000, 1_000_000, 3_000_000)]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 8), st.sampled_from(SOURCES)), max_size=150),
    st.integers(LEAST, MOST),
    st.sets(st.integers(0, 8)),
)
def test_every_answer_is_in_one_batch_and_batches_keep_their_limits(
    answers: list[tuple[int, bytes]], size: int, known: set[int]
) -> None:
    given_ = [Task(number, f"topic/{exercise}", source) for number, (exercise, source) in enumerate(answers)]
    batches = Batches(iter(given_))
    taken: list[Task] = []
    while batch := batches.take(size, {f"topic/{one}" for one in known}):
        assert len(batch) <= size
        assert len(batch) == 1 or sum(len(task.source) for task in batch) <= BATCH_BYTES
        taken += batch
    assert sorted(task.number for task in taken) == list(range(len(answers)))


def test_a_batch_has_one_exercise_where_answers_are_read_learner_by_learner() -> None:
    batches = Batches(iter(tasks(1000, exercises=20)))
    for _ in range(40):
        assert len({task.exercise for task in batches.take(20)}) == 1


def test_a_worker_gets_the_exercises_that_it_knows() -> None:
    batches = Batches(iter(tasks(1000, exercises=20)))
    for _ in range(3):
        assert {task.exercise for task in batches.take(16, {"topic/7"})} == {"topic/7"}


def test_the_last_answers_to_many_exercises_share_a_batch() -> None:
    batches = Batches(iter(tasks(40, exercises=40)))
    assert [len(batches.take(16)) for _ in range(4)] == [16, 16, 8, 0]


def test_only_a_window_of_the_class_is_read_ahead() -> None:
    read = 0

    def source() -> Any:
        nonlocal read
        for task in tasks(20_000, exercises=5000):
            read += 1
            yield task

    batches = Batches(source())
    taken = len(batches.take(16, {"topic/1"}))
    assert read <= WINDOW_ANSWERS
    for _ in range(50):
        taken += len(batches.take(16))
        assert read - taken <= WINDOW_ANSWERS


def test_the_size_of_batches_follows_the_time_of_answers_and_what_is_left() -> None:
    size = BatchSize()
    assert size.next(100_000, 4) == LEAST, "nothing is known yet"
    size.add(16, 0.16)
    assert size.next(100_000, 4) == MOST
    assert size.next(300, 4) == 37, "two batches for each thread are left"
    assert size.next(20, 4) == LEAST
    for _ in range(50):
        size.add(16, 16.0)
    assert size.next(100_000, 4) == LEAST


# The account


def test_a_result_counts_once() -> None:
    ledger = Ledger(2)
    assert [ledger.finish(0), ledger.finish(0), ledger.finish(1)] == [True, False, True]
    assert ledger.finished == 2


def test_batches_of_a_lost_worker_come_back_without_what_is_done() -> None:
    ledger = Ledger(10)
    one, two = tasks(10)[:5], tasks(10)[5:]
    ledger.send("t1", "a", one)
    ledger.send("t2", "a", two)
    ledger.finish(3)
    assert ledger.lose("a", threads=1) == (["t1", "t2"], 9)
    assert ledger.land("t1") is None, "its late result is dropped"
    assert [task.losses for task in one] == [1, 1, 1, 0, 1], "one of these was graded when the worker was lost"
    assert [task.losses for task in two] == [0] * 5
    assert [len(ledger.take_again(64, "b", ["b"])) for _ in range(3)] == [AFTER_ONE_LOSS, 1, 0]


def test_an_answer_whose_workers_are_lost_is_sent_alone_and_then_given_up() -> None:
    ledger = Ledger(20)
    batch, sizes = tasks(20), []
    while batch:
        sizes.append(len(batch))
        ledger.send(f"t{len(sizes)}", "a", batch)
        ledger.lose("a", threads=1)
        batch = ledger.take_again(64, "b", ["b"])
    assert sizes[:3] == [20, 8, 8]
    assert set(sizes[4:]) == {1}
    assert len(ledger.given_up) == 20
    assert {task.losses for task in ledger.given_up} == {MOST_LOSSES}


def test_an_answer_goes_to_a_worker_that_did_not_fail_on_it() -> None:
    ledger = Ledger(1)
    task = tasks(1)[0]
    task.broken.append("a")
    ledger.repeat([task])
    assert ledger.take_again(16, "a", ["a", "b"]) == []
    assert ledger.take_again(16, "b", ["a", "b"]) == [task]
    ledger.repeat([task])
    assert ledger.take_again(16, "a", ["a"]) == [task], "there is no other worker"


# The coordinator


def sources(count: int) -> list[str | None]:
    return [f"{('right', 'wrong', 'crash', 'timeout')[number % 4]} {number}" for number in range(count)]


def test_a_class_is_graded_by_all_workers() -> None:
    link = FakeLink({"a": FakeWorker(2), "b": FakeWorker(1)})
    run = Clustered(link, sources(400))
    assert run.verdicts() == [str(one).split()[0] for one in sources(400)]
    assert all(worker.graded for worker in link.workers.values())
    sizes = [len(batch) for worker in link.workers.values() for batch in worker.graded]
    assert max(sizes) <= MOST
    assert sizes.count(LEAST) + sum(size > LEAST for size in sizes) >= len(sizes) - 2
    assert run.lines == []


def test_no_message_names_a_learner() -> None:
    link = FakeLink({"a": FakeWorker()})
    Clustered(link, sources(30)).verdicts()
    plain = [str(unpack(link.messages[0], Check)), *(str(unpack(data, Batch)) for data in link.messages[1:])]
    assert not any("learner" in text for text in plain)
    assert any("wrong 29" in text for text in plain)


def test_a_worker_that_differs_gets_no_answers_and_is_named() -> None:
    link = FakeLink({"a": FakeWorker(), "b": FakeWorker(differs=("mxnet 1.8.0 instead of 1.9.1",))})
    run = Clustered(link, sources(100))
    run.verdicts()
    assert link.workers["b"].graded == []
    assert run.lines == [
        "worker b gets no answers: on host of b, mxnet 1.9.1".replace("1.9.1", "1.8.0 instead of 1.9.1")
    ]


def test_where_all_workers_differ_nothing_is_sent() -> None:
    link = FakeLink({"a": FakeWorker(differs=("other content",)), "b": FakeWorker(differs=("no sandbox",))})
    with pytest.raises(UsageError, match="No worker of the cluster passed the check"):
        Clustered(link, sources(5)).grade()
    assert len(link.messages) == 2


def test_a_worker_that_joins_later_is_checked_and_grades() -> None:
    link = FakeLink({"a": FakeWorker()})
    late = FakeWorker()

    def join(_: FakeLink) -> None:
        if len(link.messages) > 3:
            link.workers["b"] = late

    link.before = join
    Clustered(link, sources(600)).verdicts()
    assert late.graded


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 10_000))
def test_every_answer_counts_once_whatever_workers_do(seed: int) -> None:
    chance = random.Random(seed)
    link = FakeLink({f"w{n}": FakeWorker(chance.randint(1, 3)) for n in range(3)}, seed)
    names = iter(range(3, 10_000))
    late: list[Any] = []
    troubles = 12

    def trouble(_: FakeLink) -> None:
        nonlocal troubles
        if not troubles or chance.random() < 0.8:
            return
        troubles -= 1
        what = chance.randrange(5)
        if what == 0 and link.workers:  # a worker is lost, and its results arrive later all the same
            name = chance.choice(list(link.workers))
            late.extend(link.answer(*one) for one in link.sent if one[1] == name and one[2] == "grade")
            link.lose(name)
        elif what == 1:
            link.workers[f"w{next(names)}"] = FakeWorker(most=chance.choice([3, 1000]))
        elif what == 2:  # a batch fails
            link.events += [failure(one[0], lost=chance.random() < 0.5) for one in link.sent[:1] if one[2] == "grade"]
        elif what == 3 and late:
            link.events.append(late.pop())
        elif what == 4 and link.sent:  # a result arrives twice
            one = chance.choice(link.sent)
            if one[1] in link.workers:
                link.events += [link.answer(*one)] * 2
        if not link.workers:
            link.workers[f"w{next(names)}"] = FakeWorker()

    run = Clustered(link, [None if n % 17 == 5 else source for n, source in enumerate(sources(150))])
    link.before = trouble
    found = run.verdicts()
    for number, verdict in enumerate(found):
        expected = "error" if number % 17 == 5 else str(sources(150)[number]).split()[0]
        assert verdict in (expected, "broken"), "an answer whose workers are lost too often gets no verdict"


def test_an_answer_that_ends_its_workers_gets_no_verdict_and_the_others_do() -> None:
    link = FakeLink({"w0": FakeWorker()})
    count = 0

    def restart(_: FakeLink) -> None:
        nonlocal count
        name = next(iter(link.workers))
        if any(one[2] == "grade" and b"poison" in str(unpack(one[3], Batch)).encode() for one in link.sent[:1]):
            link.lose(name)
            count += 1
            link.workers[f"w{count}"] = FakeWorker()

    link.before = restart
    run = Clustered(link, [*sources(30), "right poison", *sources(30)])
    found = run.verdicts()
    assert found[30] == "broken"
    assert found.count("broken") == 1, "only the guilty answer is given up"
    assert count == MOST_LOSSES
    assert run.lines[0] == "worker w0 was lost; 32 answers are graded again"


def test_an_answer_on_which_a_grader_fails_goes_to_other_workers() -> None:
    def bad(_: Item) -> str:
        return "broken"

    link = FakeLink({"a": FakeWorker(verdict=bad), "b": FakeWorker()})
    assert "broken" not in Clustered(link, sources(100)).verdicts()
    only = FakeLink({"a": FakeWorker(verdict=bad)})
    assert Clustered(only, sources(3)).verdicts() == ["broken"] * 3
    assert sum(len(batch) for batch in only.workers["a"].graded) == 3 * MOST_BROKEN


@pytest.mark.parametrize(
    "report", [{}, {"version": 1, "verdict": 3}, {"version": 1, "verdict": "fine", "exercise": ""}]
)
def test_no_report_that_is_none_counts(report: dict[str, Any]) -> None:
    class Damaging(FakeLink):
        def answer(self, ticket: str, name: str, kind: str, data: bytes) -> Event:
            if kind == "check" or name != "bad":
                return super().answer(ticket, name, kind, data)
            return Answer(ticket, pack(Reply(tuple(Done(one.number, report) for one in unpack(data, Batch).items))))

    run = Clustered(Damaging({"bad": FakeWorker(), "good": FakeWorker()}), sources(100))
    assert run.verdicts() == [str(one).split()[0] for one in sources(100)]
    assert any("bad sends damaged messages" in line for line in run.lines)


def test_the_rest_of_a_batch_that_takes_too_long_goes_back() -> None:
    link = FakeLink({"a": FakeWorker(most=5), "b": FakeWorker(most=1)})
    assert Clustered(link, sources(200)).verdicts() == [str(one).split()[0] for one in sources(200)]


def test_a_silent_worker_is_taken_for_lost_and_its_late_results_are_dropped() -> None:
    link = FakeLink({"a": FakeWorker(), "b": FakeWorker()})
    held: list[Any] = []

    def hold(_: FakeLink) -> None:
        for one in [one for one in link.sent if one[1] == "a" and one[2] == "grade"]:
            link.sent.remove(one)
            held.append(link.answer(*one))
        if link.now > 190 and held:
            link.events.append(held.pop())

    link.before = hold
    run = Clustered(link, sources(100))
    run.verdicts()
    assert any("says nothing for 180 s" in line for line in run.lines)


def test_without_workers_it_ends_after_a_while() -> None:
    link = FakeLink({})
    with pytest.raises(ClusterLostError, match="has no worker for 60 s"):
        Clustered(link, sources(3)).grade()
    assert link.now >= 60


def test_what_cannot_be_read_needs_no_worker_message() -> None:
    link = FakeLink({"a": FakeWorker()})
    assert Clustered(link, [None, "right", None]).verdicts() == ["error", "right", "error"]
    assert [len(batch) for batch in link.workers["a"].graded] == [1]


def test_a_worker_is_checked_again_where_its_process_is_another_one() -> None:
    link = FakeLink({"a": FakeWorker()})
    first = True
    answer = link.answer

    def unchecked(ticket: str, name: str, kind: str, data: bytes) -> Any:
        nonlocal first
        if kind == "grade" and first:
            first = False
            return Answer(ticket, pack(Reply(unchecked=True)))
        return answer(ticket, name, kind, data)

    link.answer = unchecked  # type: ignore[method-assign]
    Clustered(link, sources(40)).verdicts()
    assert link.messages.count(pack(CHECK)) == 2


def test_a_worker_whose_content_never_holds_still_is_refused() -> None:
    link = FakeLink({"a": FakeWorker(), "b": FakeWorker()})
    answer = link.answer

    def unchecked(ticket: str, name: str, kind: str, data: bytes) -> Any:
        if kind == "grade" and name == "a":
            return Answer(ticket, pack(Reply(unchecked=True)))
        return answer(ticket, name, kind, data)

    link.answer = unchecked  # type: ignore[method-assign]
    run = Clustered(link, sources(400))
    run.verdicts()
    assert run.lines == ["worker a gets no answers: its content changes while it grades"]
    assert link.messages.count(pack(CHECK)) == 4, "three of them are a's"


# Messages


def test_reports_survive_whatever_text_they_hold() -> None:
    report = {"headline": "half a pair: \ud800", "cases": [{"inputs": "é\0"}], "seconds": 0.25}
    found = unpack(pack(Reply((Done(3, report),), 1.5)), Reply)
    assert found.done[0].number == 3
    assert found.done[0].report["cases"] == [{"inputs": "é\0"}]
    assert found.done[0].report["headline"] == r"half a pair: \ud800"
    with pytest.raises(ValueError, match=r".+"):
        unpack(b"no message", Reply)
    with pytest.raises(ValueError, match=r".+"):
        unpack(pack(Checked()), Batch)


def test_the_digest_of_a_check_changes_with_all_that_it_asks_for() -> None:
    base: dict[str, Any] = {"root": "", "hashes": {"a/b": "1"}, "versions": {"mxnet": "1"}, "confined": True}
    others: list[dict[str, Any]] = [
        {"root": "/x"},
        {"hashes": {"a/b": "2"}},
        {"versions": {"mxnet": "2"}},
        {"confined": False},
    ]
    assert len({Check(**(base | one)).digest for one in [{}, *others]}) == 5


# What runs on a worker


def test_differences_are_named() -> None:
    assert version_differences({"mxnet": "1.9.1", "torch": "2"}, {"mxnet": "1.8", "torch": "2"}) == [
        "mxnet 1.8 instead of 1.9.1"
    ]
    assert version_differences({"torch": "2"}, {"torch": ""}) == ["torch missing instead of 2"]


def test_other_content_is_named(tmp_path: Path) -> None:
    shutil.copytree(COURSE, tmp_path / "pack")
    folder = tmp_path / "pack" / "exercises" / "tensors"
    hashes = {f"tensors/{one.name}": exercise_hash(one) for one in sorted(folder.iterdir())}
    assert content_differences(hashes, tmp_path / "pack") == []
    (folder / "square" / "reference.py").write_text("# changed\n")
    assert content_differences(hashes, tmp_path / "pack") == [f"other content in {tmp_path}/pack: tensors/square"]
    shutil.rmtree(folder / "halve")
    assert "tensors/halve, tensors/square" in content_differences(hashes, tmp_path / "pack")[0]
    (missing,) = content_differences(hashes, tmp_path / "nothing")
    assert missing.startswith(f"there is no content in {tmp_path}/nothing")


def grader() -> Grader:
    return cast(Grader, FakeGrader())


def worker_with(pack_folder: Path, check: Check) -> ClusterWorker:
    worker = ClusterWorker()
    worker._checked[check.digest] = CheckedContent(pack_folder, check.hashes, grader())
    return worker


def check_of(pack_folder: Path) -> Check:
    return Check(
        str(pack_folder), {"tensors/square": exercise_hash(pack_folder / "exercises/tensors/square")}, {}, True
    )


def test_a_worker_grades_only_the_content_that_was_checked(tmp_path: Path) -> None:
    shutil.copytree(COURSE, tmp_path / "pack")
    check = check_of(tmp_path / "pack")
    worker = worker_with(tmp_path / "pack", check)
    items = (Item(4, "tensors/square", b"right"), Item(5, "tensors/square", b"no"))
    reply = worker.grade(Batch(check.digest, 3, 60.0, items))
    assert [(done.number, done.report["verdict"], done.report["seed"]) for done in reply.done] == [
        (4, "right", 3),
        (5, "wrong", 3),
    ]
    assert worker.grade(Batch("another check", 3, 60.0, items)).unchecked
    changed = worker_with(tmp_path / "pack", check)
    (tmp_path / "pack/exercises/tensors/square/reference.py").write_text("# changed\n")
    reply = changed.grade(Batch(check.digest, 3, 60.0, items))
    assert (reply.done, reply.unchecked) == ((), True)
    with pytest.raises(ContentChangedError):
        CheckedContent(tmp_path / "pack", check.hashes, grader()).exercise("tensors/../../etc")


def test_a_batch_ends_when_its_time_is_over() -> None:
    check = check_of(COURSE)
    worker = worker_with(COURSE, check)
    items = tuple(Item(number, "tensors/square", b"right") for number in range(5))
    assert len(worker.grade(Batch(check.digest, 3, -1.0, items)).done) == 1, "one answer at least, so that it ends"


def test_a_worker_without_isolation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare:
        state = FakeGrader().state.__class__("ready", safe_for_untrusted=False)

    worker = ClusterWorker()
    monkeypatch.setattr(worker, "frameworks", lambda confined, own: Bare())
    from mxtutor.classroom.fingerprints import versions

    wanted = Check(str(COURSE), check_of(COURSE).hashes, versions(), True)
    assert "cannot isolate untrusted answers" in worker.check(wanted).differs[0]


# The command


def test_options_that_cannot_work_are_refused_before_anything_is_read(klass: Class, tmp_path: Path) -> None:
    pem = tmp_path / "x.pem"
    pem.write_text("no key")
    tls = ["--tls-ca", pem, "--tls-cert", pem, "--tls-key", pem]
    broken = tmp_path / "scheduler.json"
    broken.write_text("[]")
    for options, said in (
        (["--scheduler", "tcp://x:1", "--local-cluster", 2], "cannot be used together"),
        (["--scheduler", "tcp://x:1", "--jobs", 2], "--jobs does not belong to --scheduler"),
        (["--tls-ca", pem], "--tls-ca belongs to --scheduler"),
        (["--scheduler", "tls://x:1", "--tls-ca", pem], "TLS also needs --tls-cert, --tls-key"),
        (["--scheduler", "tcp://x:1", *tls], "begins with tls://"),
        (["--scheduler", "tls://x:1", *tls[:-1], tmp_path / "no.pem"], "there is no file"),
        (["--scheduler", broken], "holds no address of a scheduler"),
        (["--local-cluster", 0], "--local-cluster"),
    ):
        assert klass.grade(*options) == 2, options
        (line,) = klass.err.splitlines()
        assert said in line


def test_without_dask_one_line_says_how_to_install_it(klass: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "distributed" else find(name))
    assert klass.grade("--local-cluster", 2) == 2
    assert klass.err.rstrip().endswith("-m pip install 'mxtutor[cluster]'")
    assert len(klass.err.splitlines()) == 1


def test_where_no_scheduler_answers_one_line_says_so(klass: Class) -> None:
    klass.put("ana/tensors/square.py")
    for address in ("bogus::x", "tls://127.0.0.1:1"):
        assert klass.grade("--scheduler", address) == 2
        (line,) = klass.err.splitlines()
        assert f"No scheduler answers at {address} (" in line


def test_the_address_of_a_scheduler_comes_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text('{"type": "Scheduler", "address": "tls://10.0.0.4:8786"}')
    assert ClusterOptions(str(file)).address == "tls://10.0.0.4:8786"
    assert ClusterOptions("tcp://h:1").address == "tcp://h:1"


def test_messages_that_a_network_can_read_are_noticed() -> None:
    assert [unencrypted(one) for one in ("tcp://10.0.0.4:1", "tls://10.0.0.4:1", "tcp://127.0.0.1:1")] == [
        True,
        False,
        False,
    ]


def test_errors_of_a_worker_without_mxtutor_say_what_to_do() -> None:
    assert reason(ModuleNotFoundError("No module named 'mxtutor.classroom'")) == SAME
    assert "the scheduler cannot read the tasks" in reason(RuntimeError("Error during deserialization of the graph"))
    assert reason(MemoryError()) == "MemoryError: MemoryError"


def test_the_progress_tells_workers_and_rate() -> None:
    times = iter([0.0, *[10.0] * 10])
    progress = GradingProgress("ab", terminal=False, clock=lambda: next(times), note=lambda: "2 workers")
    progress._done = 1
    assert progress.line() == "graded 1 of 2 answers, 0 of 2 learners, 2 workers, 0.1 per second, about 10 s left"


def test_only_grading_on_a_cluster_imports_dask() -> None:
    script = (
        "import sys, mxtutor.cli.grade, mxtutor.cli.grade_cluster, mxtutor.classroom.cluster.coordinator,"
        " mxtutor.classroom.cluster.worker, mxtutor.classroom.cluster.dask_link, mxtutor.classroom.cluster.local;"
        "print([m for m in ('dask', 'distributed', 'tornado') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_threads_of_a_worker_read_an_exercise_once(monkeypatch: pytest.MonkeyPatch) -> None:
    check = check_of(COURSE)
    content = CheckedContent(COURSE, check.hashes, grader())
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(content.exercise("tensors/square"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(one) for one in found}) == 1
