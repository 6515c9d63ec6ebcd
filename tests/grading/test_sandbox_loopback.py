"""Jobs that may talk over 127.0.0.1 do so in a network of their own, and reach nothing else."""

from __future__ import annotations

import contextlib
import errno
import os
import socket

import pytest

from mxtutor.grading.sandbox import namespaces
from mxtutor.grading.sandbox.layers import Confinement
from mxtutor.grading.sandbox.plan import ConfinementPlan, Limits, ReadList, SandboxError
from mxtutor.grading.sandbox.syscalls import SUPPORTED
from tests.grading.sandbox_rig import PEOPLE, Who, confined, require

pytestmark = pytest.mark.skipif(not SUPPORTED, reason="needs Linux on x86-64 or aarch64")
LOOPBACK = Limits(loopback=True)


def _talk() -> str:
    """Return what a forked process says over TCP on 127.0.0.1."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        if os.fork() == 0:
            with socket.create_connection(door.getsockname()) as end:
                end.sendall(b"hello")
            os._exit(0)
        with door.accept()[0] as end:
            said = end.recv(16).decode()
        os.wait()
        return said


def _refusals() -> list[int | None]:
    """Return the error of a connection to the outside, and of sockets of other families."""
    found: list[int | None] = []
    with socket.socket() as end:
        end.settimeout(2)
        found.append(end.connect_ex(("192.0.2.1", 80)))
    audit, raw = (socket.AF_NETLINK, socket.SOCK_RAW, 9), (socket.AF_PACKET, socket.SOCK_RAW, 0)
    for kind in ((socket.AF_INET6, socket.SOCK_STREAM, 0), audit, raw):
        try:
            socket.socket(*kind).close()
            found.append(None)
        except OSError as error:
            found.append(error.errno)
    return found


def _interfaces() -> list[str]:
    return [name for _, name in socket.if_nameindex()]


def _take_port() -> str:
    with socket.socket() as end:
        end.bind(("127.0.0.1", 33_333))
    return "free"


@pytest.mark.parametrize("who", PEOPLE)
def test_a_job_with_loopback_talks_to_itself(who: Who) -> None:
    require(who, "net")
    outcome = confined(_talk, who=who, limits=LOOPBACK)
    assert outcome.value == "hello", outcome


def test_a_job_with_loopback_sees_no_other_interface() -> None:
    require("as started", "net")
    assert confined(_interfaces, limits=LOOPBACK).value == ["lo"]


@pytest.mark.parametrize("who", PEOPLE)
def test_a_job_with_loopback_reaches_nothing_else(who: Who) -> None:
    require(who, "net")
    outside, *families = confined(_refusals, who=who, limits=LOOPBACK).value
    assert outside == errno.ENETUNREACH
    assert families == [errno.EPERM] * 3


def _set_policies() -> list[str]:
    """Return which scheduling a thread may ask for."""
    allowed = []
    for name in ("SCHED_OTHER", "SCHED_BATCH", "SCHED_FIFO"):
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(0, getattr(os, name), os.sched_param(1 if name == "SCHED_FIFO" else 0))
            allowed.append(name)
    return allowed


def test_threads_keep_the_usual_scheduling() -> None:
    require("as started", "seccomp", "net")
    assert confined(_set_policies, limits=LOOPBACK).value == ["SCHED_OTHER"]
    assert confined(_set_policies, limits=Limits(processes=True)).value == []


def test_each_job_has_ports_of_its_own() -> None:
    require("as started", "net")
    outer = socket.create_server(("127.0.0.1", 33_333))
    try:
        assert confined(_take_port, limits=LOOPBACK).value == "free"
    finally:
        outer.close()


def test_a_job_without_loopback_opens_no_network_socket() -> None:
    require("as started", "seccomp")
    assert "PermissionError" in confined(_take_port, limits=Limits(processes=True)).error


def test_untrusted_jobs_do_not_get_the_loopback_of_the_machine() -> None:
    plan = ConfinementPlan(("landlock", "seccomp", "rlimits"), ReadList(()), untrusted=True)
    with pytest.raises(SandboxError, match="separate network"):
        namespaces.enter_network(plan)
    namespaces.enter_network(ConfinementPlan(("rlimits",), ReadList(())))


def test_the_unused_ruleset_of_a_job_is_closed() -> None:
    from mxtutor.grading.sandbox.layers import ruleset_for

    plan = ConfinementPlan(("landlock", "mount"), ReadList(()))
    for limits, kept in ((Limits(), 0), (LOOPBACK, 1)):
        pair = (os.open(os.devnull, os.O_RDONLY), os.open(os.devnull, os.O_RDONLY))
        confinement = Confinement(plan, plan.layers, ruleset=pair[0], loopback_ruleset=pair[1])
        assert ruleset_for(confinement, "/", limits) == pair[kept]
        os.close(pair[kept])
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(pair[1 - kept])
