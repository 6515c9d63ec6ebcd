"""Each thing that an answer must not do succeeds without layers and is refused by each layer meant to stop it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mxtutor.grading.sandbox import landlock
from mxtutor.grading.sandbox.plan import Limits
from mxtutor.grading.sandbox.syscalls import SUPPORTED, call
from tests.grading.sandbox_rig import PEOPLE, ROOT, Who, alone, confined, open_folder, probed, require, victim

pytestmark = pytest.mark.skipif(not SUPPORTED, reason="needs Linux on x86-64 or aarch64")


@dataclass(frozen=True)
class Outside:
    """Targets of attacks, outside of the sandbox."""

    folder: str
    secret: str
    pid: int
    tcp: int
    udp: int
    unix: str
    abstract: str


@contextlib.contextmanager
def outside(who: Who) -> Iterator[Outside]:
    """Set up files, sockets and a process; all are open to every user."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(open_folder())
        secret = os.path.join(folder, "solution.py")
        Path(secret).write_text("the solution")
        os.chmod(secret, 0o666)
        if who == "ordinary user":
            os.chown(secret, 12_345, 12_345)
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        unix = stack.enter_context(socket.socket(socket.AF_UNIX))
        unix.bind(os.path.join(folder, "socket"))
        os.chmod(os.path.join(folder, "socket"), 0o777)
        unix.listen()
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0mxtutor-test-{os.getpid()}")
        abstract.listen()
        pid = stack.enter_context(victim(who))
        ports = tcp.getsockname()[1], udp.getsockname()[1]
        yield Outside(folder, secret, pid, *ports, unix.getsockname(), abstract.getsockname().decode())


def read_a_solution(out: Outside) -> None:
    assert Path(out.secret).read_text() == "the solution"


def read_this_file(out: Outside) -> None:
    assert "read_this_file" in Path(__file__).read_text()


def read_another_package(out: Outside) -> None:
    assert Path(pytest.__file__).read_text()


def read_the_users(out: Outside) -> None:
    if "root:" not in Path("/etc/passwd").read_text():
        raise PermissionError("another /etc/passwd")


def list_a_folder(out: Outside) -> None:
    assert os.listdir(out.folder)


def write_a_file(out: Outside) -> None:
    Path(out.folder, "new").write_text("x")


def overwrite_a_file(out: Outside) -> None:
    Path(out.secret).write_text("x")


def delete_a_file(out: Outside) -> None:
    os.unlink(out.secret)


def change_permissions(out: Outside) -> None:
    os.chmod(out.secret, 0o600)


def change_times(out: Outside) -> None:
    os.utime(out.secret, (0, 0))


def connect(out: Outside) -> None:
    socket.create_connection(("127.0.0.1", out.tcp), timeout=5).close()


def send_a_datagram(out: Outside) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.sendto(b"x", ("127.0.0.1", out.udp))


def connect_to_a_socket_file(out: Outside) -> None:
    with socket.socket(socket.AF_UNIX) as unix:
        unix.connect(out.unix)


def connect_to_an_abstract_socket(out: Outside) -> None:
    with socket.socket(socket.AF_UNIX) as unix:
        unix.connect(out.abstract)


def signal_a_process(out: Outside) -> None:
    os.kill(out.pid, signal.SIGCONT)


def trace_a_process(out: Outside) -> None:
    call("ptrace", 0x4206, out.pid, 0, 0)  # PTRACE_SEIZE, which does not stop it


def read_memory_of_a_process(out: Outside) -> None:
    buffer = ctypes.create_string_buffer(16)
    here = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 1)
    there = (ctypes.c_void_p * 2)(id(None), 1)  # the same place in a fork of this process
    call("process_vm_readv", out.pid, ctypes.addressof(here), 1, ctypes.addressof(there), 1, 0)


def read_environment_of_a_process(out: Outside) -> None:
    Path(f"/proc/{out.pid}/environ").read_bytes()


def see_a_process(out: Outside) -> None:
    os.stat(f"/proc/{out.pid}/status")


def limit_a_process(out: Outside) -> None:
    import resource

    resource.prlimit(out.pid, resource.RLIMIT_CORE, (0, 0))


def slow_a_process(out: Outside) -> None:
    os.setpriority(os.PRIO_PROCESS, out.pid, 5)


def aim_a_signal(out: Outside) -> None:
    import fcntl

    ours, theirs = socket.socketpair()
    with ours, theirs:
        fcntl.fcntl(ours, fcntl.F_SETOWN, out.pid)


def fork(out: Outside) -> None:
    if os.fork() == 0:
        os._exit(0)


def run_a_program(out: Outside) -> None:
    os.execv("/bin/true", ["true"])


def shed_the_parent(out: Outside) -> None:
    call("prctl", 1, 0, 0, 0, 0)


def enter_a_user_namespace(out: Outside) -> None:
    call("unshare", 0x10000000)


def become_root_again(out: Outside) -> None:
    os.setresuid(0, 0, 0)


_FILES = ("landlock", "mount")
_OTHERS = ("landlock", "seccomp", "pid", "uid")

ATTACKS: list[tuple[Callable[[Outside], None], tuple[str, ...]]] = [
    (read_a_solution, _FILES),
    (read_this_file, _FILES),
    (read_another_package, _FILES),
    (read_the_users, _FILES),
    (list_a_folder, _FILES),
    (write_a_file, _FILES),
    (overwrite_a_file, _FILES),
    (delete_a_file, _FILES),
    (change_permissions, ("seccomp", "mount", "uid")),
    (change_times, ("seccomp", "mount", "uid")),
    (connect, ("landlock", "seccomp", "net")),
    (send_a_datagram, ("seccomp", "net")),
    (connect_to_a_socket_file, ("seccomp", "mount")),
    (connect_to_an_abstract_socket, ("landlock", "seccomp", "net")),
    (signal_a_process, _OTHERS),
    (trace_a_process, _OTHERS),
    (read_memory_of_a_process, _OTHERS),
    (read_environment_of_a_process, ("landlock", "mount", "uid")),
    (see_a_process, ("mount",)),
    (limit_a_process, ("seccomp", "pid", "uid")),
    (slow_a_process, ("seccomp", "pid", "uid")),
    (aim_a_signal, ("seccomp", "pid")),
    (fork, ("seccomp",)),
    (run_a_program, ("landlock", "seccomp", "mount")),
    (shed_the_parent, ("seccomp",)),
    (enter_a_user_namespace, ("seccomp",)),
    (become_root_again, ("seccomp", "uid")),
]
"""Attacks with the layers that stop them, each on its own."""

REFUSALS = {"PermissionError", "FileNotFoundError", "OSError", "ProcessLookupError", "ConnectionRefusedError"}

_LANDLOCK_SINCE: dict[Callable[[Outside], None], int] = {
    connect: 4,
    connect_to_an_abstract_socket: 6,
    signal_a_process: 6,
}


def _skip_where_it_cannot_work(attack: Callable[[Outside], None], layer: str, who: Who) -> None:
    require(who, layer)
    if layer == "landlock" and landlock.abi() < _LANDLOCK_SINCE.get(attack, 1):
        pytest.skip(f"Landlock {landlock.abi()} cannot refuse this")


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize(
    ("attack", "layer"),
    [(attack, layer) for attack, layers in ATTACKS for layer in layers],
    ids=lambda v: getattr(v, "__name__", v),
)
def test_each_layer_alone_refuses_the_attack(attack: Callable[[Outside], None], layer: str, who: Who) -> None:
    _skip_where_it_cannot_work(attack, layer, who)
    with outside(who) as out:
        outcome = confined(lambda: attack(out), alone(layer, who), who=who)
    assert outcome.error.split(":")[0] in REFUSALS, outcome
    assert outcome.status == 0


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("attack", [attack for attack, _ in ATTACKS])
def test_all_layers_together_refuse_the_attack(attack: Callable[[Outside], None], who: Who) -> None:
    layers = next(layers for known, layers in ATTACKS if known is attack)
    if not any(probed(who).works(layer) for layer in layers):
        pytest.skip("no layer that stops this works here")
    with outside(who) as out:
        outcome = confined(lambda: attack(out), who=who)
    assert outcome.error.split(":")[0] in REFUSALS, outcome


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("attack", [attack for attack, _ in ATTACKS])
def test_without_layers_the_attack_works(attack: Callable[[Outside], None], who: Who) -> None:
    if attack is become_root_again and (who == "ordinary user" or not ROOT):
        pytest.skip("an ordinary user was never root")
    with outside(who) as out:
        outcome = confined(lambda: attack(out), (), who=who)
    assert outcome.error == "", outcome


@pytest.mark.parametrize("who", PEOPLE)
def test_what_one_job_writes_the_next_does_not_see(who: Who) -> None:
    require(who, "mount")

    def leave_something() -> list[str]:
        Path("left").write_text("for the next one")
        Path("/dev/shm/left").write_text("for the next one")
        return os.listdir(".") + os.listdir("/dev/shm")

    assert confined(leave_something, who=who).value == ["left", "left"]
    assert confined(lambda: os.listdir(".") + os.listdir("/dev/shm"), who=who).value == []


@pytest.mark.parametrize("who", PEOPLE)
def test_processes_that_an_answer_leaves_behind_end_with_it(who: Who) -> None:
    require(who, "pid")
    reading, writing = os.pipe()

    def leave_a_daemon() -> None:
        if os.fork() == 0:
            os.setsid()
            while True:
                signal.pause()

    outcome = confined(leave_a_daemon, who=who, limits=Limits(processes=True))
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == b"", "the pipe closes when no process holds it any more"
    assert outcome.status == 0


def test_every_attack_names_layers_that_exist() -> None:
    from mxtutor.grading.sandbox.plan import LAYERS

    assert {layer for _, layers in ATTACKS for layer in layers} <= set(LAYERS)
