"""The resident grader's process: started once, killed, stopped, replaced, idle; and what its callers get meanwhile."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.procfs import ending
from mxtutor.grading.protocol import Grader
from mxtutor.grading.service import connection, control
from mxtutor.grading.service.address import Address, UnavailableError, find_address, runtime_folder
from mxtutor.grading.service.calls import Condition, FromCaller
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.grading.service.connection import connect
from tests.grading.residents import caller, owners, quick_graders, started, until
from tests.grading.rig import CHECKOUT

pytestmark = [
    pytest.mark.apart,
    pytest.mark.grading,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]

QUICK = f"""
import sys
sys.path.insert(0, {str(CHECKOUT)!r})
import pytest
from pathlib import Path
from mxtutor.grading.service.client import RemoteGrader
from tests.grading.residents import make_quick
make_quick(pytest.MonkeyPatch())
grader = RemoteGrader(Path({str(CHECKOUT)!r}))
"""
"""What a process needs that calls the graders of its test."""
RUN = QUICK + "print(grader.run('mxnet', sys.argv[1]).value, flush=True)\n"
IMPATIENT = RUN.replace(
    "grader = ", "from mxtutor.grading.service import connection\nconnection.MAX_UNANSWERED = 15\ngrader = "
)
LONG = 300.0
"""Longest wait for what takes some seconds on a machine that is not busy; a call that never ends takes longer."""
ENDLESS = "3600"
"""A call to a grader without workers: the seconds that it takes."""


@pytest.fixture(autouse=True)
def switched_on(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Let these tests use resident graders, which the fixture of all tests switches off."""
    monkeypatch.setenv("MXTUTOR_GRADER", "on")


def named(caller: str) -> RemoteGrader:
    """Return a grader whose calls do not wait for those of other callers of this process."""
    return RemoteGrader(CHECKOUT, caller=caller)


def condition() -> Condition:
    """Return what the only grader does; on a busy machine it may not answer each time."""
    end = time.monotonic() + LONG
    while True:
        (found,) = control.find_all()
        if found.condition is not None:
            return found.condition
        assert time.monotonic() < end, "it does not answer"


def served_again(pid: int, calls: int) -> bool:
    """Return whether another process than this one has so many calls."""
    if owners() in ([], [pid]) or len(control.find_all()) != 1:
        return False
    now = condition()
    return now.running + now.waiting == calls


def served(grader: RemoteGrader) -> int:
    """Return the id of the process that performs a call at once."""
    ran = grader.run("mxnet", "0")
    assert ran.value, ran.broken
    assert int(ran.value) == grader.pid, "it is no private process"
    return int(ran.value)


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP"])
@pytest.mark.parametrize("stage", ["import", "own", "bound", "greet"])
def test_a_process_that_fails_before_it_serves_is_replaced_unnoticed(stage: str, name: str) -> None:
    with quick_graders(f"{stage} {name}") as folder, RemoteGrader(CHECKOUT) as grader:
        began = time.monotonic()
        pid = served(grader)
        assert time.monotonic() - began < LONG
        first, second = started(folder)[0], started(folder)[-1]
        assert first != second == pid
        assert until(lambda: ending(first)), "the process that failed is gone, also a stopped one"
        assert owners() == [pid]


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP"])
def test_callers_whose_process_fails_twice_are_told_what_to_do_and_the_next_call_works(name: str) -> None:
    with quick_graders() as folder, named("ana") as ana, named("ben") as ben:
        pid = served(ana)
        with ThreadPoolExecutor(4) as pool:
            waiting = [pool.submit(g.call, Grader.run, "mxnet", ENDLESS) for g in (ana, ana, ben, ben)]
            assert until(lambda: ((now := condition()).running, now.waiting) == (2, 2))
            os.kill(pid, signal.Signals[name])
            assert until(lambda: served_again(pid, 4)), "all are made again, once"
            (pid,) = owners()
            os.kill(pid, signal.Signals[name])
            for one in waiting:
                with pytest.raises(BrokenError) as broken:
                    one.result(LONG)
                assert broken.value.fix == "Check again."
        assert ana.state.phase == "broken"
        assert until(lambda: ending(pid))
        assert served(ana) == served(ben) != pid
        assert [one for one in started(folder) if not ending(one)] == [ana.pid]


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP"])
def test_a_process_that_fails_before_its_workers_are_ready_keeps_nobody_waiting(name: str) -> None:
    with quick_graders(f"start {name}") as folder, RemoteGrader(CHECKOUT) as grader:
        began = time.monotonic()
        with contextlib.suppress(BrokenError):  # or the first process failed before it was joined
            grader.require_ready()
        grader.start()
        assert time.monotonic() - began < LONG
        assert grader.state.phase == "ready"
        assert served(grader) == started(folder)[-1] != started(folder)[0]
        assert until(lambda: ending(started(folder)[0]))


def test_closing_waits_for_no_process_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    with quick_graders("greet SIGSTOP") as folder:
        monkeypatch.setattr(connection, "PING_SECONDS", 8.0)
        grader = RemoteGrader(CHECKOUT)
        with ThreadPoolExecutor(1) as pool:
            call = pool.submit(grader.run, "mxnet", "0")
            assert until(lambda: (folder / "failed").exists())
            began = time.monotonic()
            grader.close()
            assert time.monotonic() - began < 6, "it does not wait until the call asks again"
            assert call.result(LONG).broken == "The grader is closed."
        assert until(lambda: all(one.condition and one.condition.callers == 0 for one in control.find_all()))


def test_many_callers_that_start_at_once_share_one_process() -> None:
    with quick_graders() as folder, contextlib.ExitStack() as stack:
        others = [stack.enter_context(caller(RUN, "0.3")) for _ in range(4)]
        graders = [stack.enter_context(named(f"learner {number}")) for number in range(8)]
        with ThreadPoolExecutor(8) as pool:
            seen = {*pool.map(served, graders)}
        seen |= {int(one.communicate(timeout=LONG)[0]) for one in others}
        assert len(seen) == 1
        assert until(lambda: [pid for pid in started(folder) if not ending(pid)] == list(seen))


def test_a_killed_starter_does_not_keep_others_from_starting() -> None:
    with quick_graders() as folder, caller(RUN, "0") as starter, RemoteGrader(CHECKOUT) as grader:
        address = find_address(CHECKOUT, confined=True)
        assert until(address.lock.exists)
        starter.kill()
        pid = served(grader)
        assert served(grader) == pid
        assert until(lambda: [one for one in started(folder) if not ending(one)] == [pid])


def test_a_grader_whose_place_another_one_takes_at_once_counts_as_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    hold = QUICK + (
        "import time\nfrom mxtutor.grading.service.address import try_lock\n"
        "lock = try_lock(Path(sys.argv[1]))\nprint(lock, flush=True)\ntime.sleep(600)\n"
    )
    with contextlib.ExitStack() as stack:
        stack.enter_context(quick_graders())
        pid = served(stack.enter_context(RemoteGrader(CHECKOUT)))
        (found,) = control.find_all()
        send = control.send_to

        def send_and_take_its_place(address: Address, message: FromCaller) -> None:
            send(address, message)
            assert until(lambda: ending(pid))
            successor = stack.enter_context(caller(hold, str(address.owner)))
            assert successor.stdout is not None
            assert successor.stdout.readline().strip().isdigit()

        monkeypatch.setattr(control, "send_to", send_and_take_its_place)
        assert control.stop(found) is False
        monkeypatch.undo()


def test_a_stopped_starter_does_not_keep_others_from_starting() -> None:
    hold = QUICK + (
        "import os, signal\nfrom mxtutor.grading.service.address import try_lock\n"
        "lock = try_lock(Path(sys.argv[1]))\nprint(lock, flush=True)\nos.kill(os.getpid(), signal.SIGSTOP)\n"
    )
    with contextlib.ExitStack() as stack:
        stack.enter_context(quick_graders())
        graders = [stack.enter_context(RemoteGrader(CHECKOUT)) for _ in range(2)]
        starter = stack.enter_context(caller(hold, str(find_address(CHECKOUT, confined=True).lock)))
        assert starter.stdout is not None
        starter.stdout.readline()
        with ThreadPoolExecutor(2) as pool:
            assert len(set(pool.map(served, graders))) == 1
        assert not ending(starter.pid), "nobody ends a caller"


def test_status_and_stop_reach_a_stopped_process(capsys: pytest.CaptureFixture[str]) -> None:
    from mxtutor.cli.grader import show_graders, stop_graders

    with quick_graders(), RemoteGrader(CHECKOUT) as grader:
        pid = served(grader)
        os.kill(pid, signal.SIGSTOP)
        assert show_graders(as_json=False) == 0
        assert f"[hangs] process {pid} does not answer" in capsys.readouterr().out
        assert stop_graders() == 0
        assert capsys.readouterr().out == f"process {pid} was killed, since it did not answer.\n"
        assert until(lambda: ending(pid))
        assert os.listdir(runtime_folder()) == []
        assert show_graders(as_json=False) == 0
        assert "No grader runs" in capsys.readouterr().out
        assert served(grader) != pid


def test_stop_ends_the_process_tells_its_callers_and_leaves_no_file() -> None:
    with quick_graders(), RemoteGrader(CHECKOUT) as grader:
        pid = served(grader)
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(grader.call, Grader.run, "mxnet", ENDLESS)
            assert until(lambda: condition().running)
            (found,) = control.find_all()
            assert control.stop(found) is False
            with pytest.raises(BrokenError) as broken:
                waiting.result(LONG)
        assert broken.value.fix == "Check again."
        assert grader.state.phase == "cold"
        assert ending(pid)
        assert os.listdir(runtime_folder()) == []


def test_a_grader_joins_a_process_that_runs_and_starts_none() -> None:
    with quick_graders(), named("ana") as ana, named("ben") as ben:
        assert not ana.join()
        assert ana.state.phase == "cold"
        assert os.listdir(runtime_folder()) == []
        pid = served(ben)
        assert ana.join()
        assert ana.pid == pid


def test_an_idle_process_ends_and_an_open_tutor_starts_the_next_one() -> None:
    with quick_graders(idle=3.0), RemoteGrader(CHECKOUT) as grader:
        pid = served(grader)
        assert until(lambda: ending(pid))
        assert until(lambda: grader.state.phase == "cold")
        assert os.listdir(runtime_folder()) == []
        assert served(grader) != pid


def test_calls_that_come_while_an_idle_process_ends_reach_the_next_one() -> None:
    # so long that the first call comes earlier on a slow machine, too
    with quick_graders(idle=1.5), RemoteGrader(CHECKOUT) as grader:
        seen = set()
        for pause in (1.48, 1.49, 1.5, 1.51, 1.52, 1.5, 1.5):
            time.sleep(pause)
            seen.add(served(grader))
        assert seen


def test_a_stopped_caller_delays_nobody_and_a_killed_one_leaves_no_call() -> None:
    with quick_graders(), RemoteGrader(CHECKOUT) as grader:
        pid = served(grader)
        with caller(RUN, ENDLESS) as one, caller(RUN, ENDLESS) as two:
            assert until(lambda: condition().running == 2)
            os.kill(one.pid, signal.SIGSTOP)
            two.kill()
            assert until(lambda: condition().running == 1)
            assert served(grader) == pid
        assert until(lambda: condition().running == 0)
        assert until(lambda: condition().callers == 1)


def test_a_caller_that_was_stopped_does_not_end_the_process_that_others_use() -> None:
    with quick_graders(), RemoteGrader(CHECKOUT) as grader:
        pid = served(grader)
        with caller(IMPATIENT, "11") as one:
            assert until(lambda: condition().running == 1)
            os.kill(one.pid, signal.SIGSTOP)
            time.sleep(7.0)  # longer than the 15 x 0.3 s that a process may be silent for this caller
            os.kill(one.pid, signal.SIGCONT)
            assert one.communicate(timeout=LONG)[0] == f"{pid}\n"
        assert served(grader) == pid


def test_a_stopped_process_is_ended_long_before_one_that_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    with quick_graders(), RemoteGrader(CHECKOUT) as grader, ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(connection, "MAX_UNANSWERED", 1_000_000)
        pid = served(grader)
        call = pool.submit(grader.run, "mxnet", ENDLESS)
        assert until(lambda: condition().running == 1)
        os.kill(pid, signal.SIGSTOP)
        assert until(lambda: served_again(pid, 1)), "the call is made again, once"
        assert ending(pid)
        os.kill(owners()[0], signal.SIGSTOP)
        ran = call.result(timeout=LONG)
        assert "has ended" in ran.broken
        os.kill(served(grader), signal.SIGSTOP)
        with named("bo") as another:  # it is not greeted
            assert served(another) != pid


def test_many_waiting_calls_ask_together_whether_the_process_runs() -> None:
    with quick_graders(), RemoteGrader(CHECKOUT, many=True) as grader:
        pid = served(grader)
        with ThreadPoolExecutor(40) as pool:
            calls = [pool.submit(grader.run, "mxnet", "0.05") for _ in range(40)]
            assert {int(call.result(LONG).value) for call in calls} == {pid}


@pytest.mark.parametrize("sent", [b"", b"\x05", b'\x40\0\0\0\0\0\0\0{"type":', b"\xff" * 8])
def test_callers_that_are_cut_in_the_middle_of_a_message_cost_nothing(sent: bytes) -> None:
    with quick_graders(), RemoteGrader(CHECKOUT) as grader:
        pid = served(grader)
        address = find_address(CHECKOUT, confined=True)
        for _ in range(20):
            connection = connect(address)
            assert connection is not None
            connection.sendall(sent)
            connection.close()
        assert until(lambda: _threads(pid) < 10)
        assert served(grader) == pid


def _threads(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/task"))


@pytest.fixture
def private(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The roots for which a private process would have been started."""
    roots: list[Path] = []

    def start(root: Path, *_: object) -> None:
        roots.append(root)
        raise BrokenError("a private process")

    monkeypatch.setattr("mxtutor.grading.service.connection.PrivateConnection", start)
    return roots


@pytest.mark.parametrize("name", ["socket", "lock", "owner", "log", "record"])
def test_a_private_grader_serves_where_a_file_of_the_socket_cannot_be_made(name: str, private: list[Path]) -> None:
    with quick_graders(), RemoteGrader(CHECKOUT) as grader:
        taken: Path = getattr(find_address(CHECKOUT, confined=True), name)
        (taken / "folder").mkdir(parents=True)
        assert grader.run("mxnet", "0").broken == "a private process"
        assert private == [CHECKOUT]
        assert until(lambda: not owners())
        assert taken.is_dir()


def test_stale_files_of_a_killed_process_are_replaced() -> None:
    with quick_graders(), RemoteGrader(CHECKOUT) as grader:
        address = find_address(CHECKOUT, confined=True)
        for path in (address.socket, address.record, address.owner, address.lock):
            path.write_text("12345678")
        assert served(grader)
        assert [found.record.pid for found in control.find_all()] == [grader.pid]


def test_a_private_grader_serves_where_no_folder_or_descriptor_is_left(
    private: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with quick_graders(), RemoteGrader(CHECKOUT) as grader:

        def no_folder() -> Path:
            raise UnavailableError("no folder")

        def no_descriptor(*_: object) -> None:
            raise OSError(errno.EMFILE, "Too many open files")

        with monkeypatch.context() as patch:
            patch.setattr("mxtutor.grading.service.address.runtime_folder", no_folder)
            assert grader.run("mxnet", "0").broken == "a private process"
        with monkeypatch.context() as patch:
            patch.setattr(socket, "socket", no_descriptor)
            assert grader.run("mxnet", "0").broken == "a private process"
        assert private == [CHECKOUT, CHECKOUT]
        assert served(grader)


def test_a_program_without_descriptors_gets_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_descriptor(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    with RemoteGrader(CHECKOUT) as grader:
        monkeypatch.setenv("MXTUTOR_GRADER", "off")
        monkeypatch.setattr(socket, "socketpair", no_descriptor)
        broken = grader.run("mxnet", "0").broken
        assert broken == "The grader cannot be started: [Errno 24] Too many open files. Run `mxtutor doctor`."


def test_an_unknown_value_of_the_switch_gets_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXTUTOR_GRADER", "maybe")
    line = "MXTUTOR_GRADER is 'maybe'. Set it to `on` or `off`, or unset it."
    with RemoteGrader(CHECKOUT) as grader:
        grader.start()
        assert (grader.state.phase, grader.state.detail) == ("broken", line)
        assert grader.run("mxnet", "0").broken == line
        with pytest.raises(UsageError):
            grader.require_ready()


STRANGER = """
import os, socket, struct, sys
inherited = socket.socket(socket.AF_UNIX)
os.chdir(os.path.dirname(sys.argv[1]))
if sys.argv[2] == "stranger":
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
for made, path in ((lambda: inherited, sys.argv[1]), (lambda: socket.socket(socket.AF_UNIX), sys.argv[1]),
                   (lambda: socket.socket(socket.AF_UNIX), os.path.basename(sys.argv[1]))):
    try:
        connection = made()
        connection.connect(path)
        text = b'{"type":"inspect"}'
        connection.sendall(struct.pack("<I", len(text)) + text)
        print("served" if connection.recv(1) else "closed")
    except PermissionError:
        print("refused")
    except (BrokenPipeError, ConnectionResetError):
        print("closed")
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_cannot_connect_and_is_not_served_where_he_can() -> None:
    def seen(who: str) -> list[str]:
        command = [sys.executable, "-I", "-c", STRANGER, str(address.socket), who]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    with quick_graders() as folder, RemoteGrader(CHECKOUT) as grader:
        address = find_address(CHECKOUT, confined=True)
        pid = served(grader)
        assert seen("owner") == ["served"] * 3
        assert seen("stranger") == ["refused"] * 3
        for path in (folder, address.folder):
            path.chmod(0o755)
        address.socket.chmod(0o777)
        assert seen("stranger") == ["closed"] * 3
        for path in (folder, address.folder):
            path.chmod(0o700)
        assert served(grader) == pid


ASKED = """
import sys
sys.path.insert(0, {place!r})
import pytest
from pathlib import Path
from mxtutor.grading.service.client import RemoteGrader
from tests.grading.residents import make_quick
make_quick(pytest.MonkeyPatch())
grader = RemoteGrader(Path({root!r}))
for line in sys.stdin:
    ran = grader.run('mxnet', line)
    print(ran.value or ran.broken, flush=True)
"""


def asked(program: subprocess.Popen[str]) -> str:
    """Let a program call its grader; return the id of the process, or what it was told."""
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write("0\n")
    program.stdin.flush()
    return program.stdout.readline().strip()


def test_two_versions_side_by_side_and_an_upgrade_in_place(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    shutil.copytree(CHECKOUT / "mxtutor", place / "mxtutor", ignore=shutil.ignore_patterns("__pycache__"))
    (place / "tests").symlink_to(CHECKOUT / "tests")
    code = ASKED.format(place=str(place), root=str(CHECKOUT))
    with quick_graders(), RemoteGrader(CHECKOUT) as grader, contextlib.ExitStack() as stack:
        pid = served(grader)
        old = stack.enter_context(caller(code))
        first = int(asked(old))
        assert set(owners()) == {pid, first}
        (place / "mxtutor/__init__.py").open("a").write("\n")
        assert int(asked(old)) == first, "an open program keeps its process"
        new = stack.enter_context(caller(code))
        second = int(asked(new))
        assert set(owners()) == {pid, first, second}
        assert int(asked(old)) == first
        old.kill()
        assert until(lambda: ending(first)), "an old process ends when its last caller has left"
        (place / "mxtutor/__init__.py").open("a").write("\n")
        os.kill(second, signal.SIGKILL)
        assert until(lambda: ending(second))
        asked(new)  # it may notice only now that its process has ended
        assert asked(new) == "mxtutor's files have changed since this program started. Start it again."
        assert served(grader) == pid


def test_a_program_whose_files_change_before_its_first_call_is_declined(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    shutil.copytree(CHECKOUT / "mxtutor", place / "mxtutor", ignore=shutil.ignore_patterns("__pycache__"))
    (place / "tests").symlink_to(CHECKOUT / "tests")
    code = ASKED.format(place=str(place), root=str(CHECKOUT)).replace("\nfor ", "\nprint('began', flush=True)\nfor ")
    with quick_graders(), caller(code) as old:
        assert old.stdout is not None
        assert old.stdout.readline() == "began\n"
        (place / "mxtutor/errors.py").open("a").write("\n")
        with caller(code) as new:
            assert new.stdout is not None
            assert new.stdout.readline() == "began\n"
            assert asked(old) == "mxtutor's files have changed since this program started. Start it again."
            assert int(asked(new)) in owners()


def test_other_content_gets_another_process_and_the_unused_old_one_ends(tmp_path: Path) -> None:
    lesson = tmp_path / "lessons" / "one.md"
    lesson.parent.mkdir()
    lesson.write_text("text")
    with quick_graders(), RemoteGrader(tmp_path) as open_tutor:
        first = served(open_tutor)
        lesson.write_text("another text")
        with RemoteGrader(tmp_path) as check, RemoteGrader(tmp_path, confined=False) as unconfined:
            second, third = served(check), served(unconfined)
            assert len({first, second, third}) == 3
            assert served(open_tutor) == first
            open_tutor.close()
            assert until(lambda: ending(first))
            assert (served(check), served(unconfined)) == (second, third)


def test_a_stopped_process_of_an_earlier_version_is_ended_by_the_next_one(tmp_path: Path) -> None:
    lesson = tmp_path / "lessons" / "one.md"
    lesson.parent.mkdir()
    lesson.write_text("text")
    with quick_graders(), RemoteGrader(tmp_path) as check:
        with RemoteGrader(tmp_path) as earlier:
            first = served(earlier)
            os.kill(first, signal.SIGSTOP)
        lesson.write_text("another text")
        assert served(check) != first
        assert until(lambda: ending(first))
