"""The three steps of confinement: worker, supervisor, child."""

from __future__ import annotations

import os
import select
import signal
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from mxtutor.grading.sandbox import landlock, mounts, namespaces
from mxtutor.grading.sandbox import plan as plans
from mxtutor.grading.sandbox.denials import rules as denial_rules
from mxtutor.grading.sandbox.plan import LAYERS, SLOTS, ConfinementPlan, Limits, SandboxError
from mxtutor.grading.sandbox.seccomp import Filter, assemble
from mxtutor.grading.sandbox.syscalls import MACHINE, SUPPORTED

NICENESS = 5
"""Niceness of an answer, on top of the worker's: endless loops must not keep the grader itself waiting.

It has this effect inside of one session only, because Linux divides the processor among sessions.
"""
_HOST_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - the C library creates the semaphores of locks and thread pools here


@dataclass(frozen=True, slots=True)
class Confinement:
    """The parts of the sandbox that the worker prepares for its supervisors and children."""

    plan: ConfinementPlan
    isolation: tuple[str, ...]
    """Names of the layers in use, as reports show them."""
    proc: int = -1
    """Descriptor of the /proc that shows supervisors and children; -1 where the system has none."""
    landlock_version: int = 0
    ruleset: int = -1
    """Descriptor of the complete Landlock ruleset; -1 where each job adds a rule for its scratch folder."""
    loopback_ruleset: int = -1
    """Descriptor of the ruleset for jobs that may use TCP."""
    open_rules: tuple[landlock.OpenRule, ...] = ()
    """Rules that all jobs share, where `ruleset` is -1."""
    filters: tuple[Filter, ...] = ()
    """Seccomp filters: for jobs that may not fork, that may fork, and that may fork and use the loopback."""

    @property
    def ends_processes(self) -> bool:
        """Whether the kernel ends all processes of a job with its child."""
        return self.plan.uses("pid")

    @property
    def needs_scratch(self) -> bool:
        """Whether each job needs an empty folder from the caller; otherwise the child mounts its own."""
        return not self.plan.uses("mount")


def confine_worker(plan: ConfinementPlan) -> Confinement:
    """Confine this process once; it must have one thread, and it must not have imported a framework yet.

    With `mount` the process sees only the read list afterwards: import your own modules before the call.
    Raises SandboxError.
    """
    if not SUPPORTED:
        return Confinement(plan, plan.layers)
    try:
        return _confine_worker(plan)
    except OSError as error:
        raise SandboxError(f"The sandbox cannot confine the worker: {error}.") from error


def _confine_worker(plan: ConfinementPlan) -> Confinement:
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    flags = sum(flag for layer, flag in namespaces.FLAGS.items() if plan.uses(layer) and layer != "userns")
    if plan.uses("userns"):
        namespaces.enter_user_namespace(proc, flags)
    elif flags:
        namespaces.unshare(flags)
    if plan.uses("mount"):
        mounts.change_root(plan.read, os.getuid() if plan.uid is None else plan.uid)
    version, ruleset, loopback_ruleset = 0, -1, -1
    open_rules: tuple[landlock.OpenRule, ...] = ()
    if plan.uses("landlock"):
        version = landlock.abi()
        common = landlock.reading_rules(plan.read)
        if plan.uses("mount"):
            opened = landlock.open_rules([*common, *mounts.RULES])
            ruleset = landlock.build(opened, version)
            loopback_ruleset = landlock.build(opened, version, tcp=True)
            _close(fd for fd, _ in opened)
        else:
            open_rules = landlock.open_rules(common)
    kinds = (Limits(), Limits(processes=True), Limits(loopback=True)) if plan.uses("seccomp") else ()
    filters = tuple(_filter(plan, version, limits) for limits in kinds)
    isolation = tuple(layer for layer in LAYERS if plan.uses(layer))
    return Confinement(plan, isolation, proc, version, ruleset, loopback_ruleset, open_rules, filters)


def _filter(plan: ConfinementPlan, landlock_version: int, limits: Limits) -> Filter:
    processes = limits.processes or limits.loopback
    scoped = landlock_version >= 6
    own_sockets = plan.uses("mount") and (plan.uses("net") or scoped)
    table = denial_rules(
        MACHINE,
        processes=processes,
        any_signal=processes and (plan.uses("pid") or scoped),
        attributes=plan.uses("mount"),
        unix_sockets=own_sockets or processes,  # DataLoader workers pass descriptors through such sockets
        loopback=limits.loopback,
    )
    return assemble(table, MACHINE)


def hold_supervisors(confinement: Confinement) -> int:
    """Give the later forks of this process a pid namespace of their own; return the id of its first process.

    The first process (init) does nothing and ends with this process, and all processes of the namespace end with it.
    As members of a namespace that belongs to the sandbox, supervisors may call `release_supervisor`. This process can
    start no thread afterwards. Returns 0 where the plan or the system has no such namespace. Raises SandboxError.
    """
    if not confinement.ends_processes:
        return 0
    try:
        namespaces.unshare(namespaces.NEW_PID)
    except OSError:
        return 0
    try:
        parent = os.pidfd_open(os.getpid())
        init = os.fork()
        if init == 0:
            _be_init(parent)
        os.close(parent)
        return init
    except OSError as error:
        raise SandboxError(f"The sandbox cannot start the first process of a pid namespace: {error}.") from error


def _be_init(parent: int) -> NoReturn:
    """Wait for the end of the process with the pidfd `parent`, without any other descriptor."""
    try:
        namespaces.die_with_parent()  # first of all, because a signal may stop this process at any time
        os.setsid()
        os.dup2(parent, 3)
        os.closerange(4, 4096)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel reaps orphans
        while not select.select([3], [], [])[0]:
            pass
    finally:
        os._exit(0)


def confine_supervisor(confinement: Confinement) -> None:
    """Make the next fork of this process the first process of its own pid namespace. Raises SandboxError."""
    if confinement.plan.uses("pid"):
        try:
            namespaces.unshare(namespaces.NEW_PID)
        except OSError as error:
            raise SandboxError(f"The sandbox cannot create a pid namespace for the job: {error}.") from error


def release_supervisor(confinement: Confinement) -> bool:
    """Undo `confine_supervisor` after the fork, so that it can be called again; False if the system refuses."""
    try:
        namespaces.return_to_own_pid_namespace(confinement.proc)
    except OSError:
        return False
    return True


def confine_child(
    confinement: Confinement, limits: Limits, scratch: str | None = None, slot: int = 0, supervisor: int | None = None
) -> str:
    """Confine this process permanently and return its scratch folder (cwd, HOME and TMPDIR).

    `scratch` is an empty folder for this job where `needs_scratch` is true; the caller removes it.
    `slot` differs between the jobs that run at the same time (any int; modulo `SLOTS`).
    `supervisor` is the supervisor's process id as /proc shows it; when it has ended already, there is no job any more.
    Close other descriptors after this call, not before: it uses some, and closes those itself. Raises SandboxError.
    """
    plan = confinement.plan
    if confinement.needs_scratch and scratch is None:
        raise SandboxError("A job without its own mounts needs a scratch folder.")
    work = scratch if confinement.needs_scratch and scratch is not None else mounts.WORK
    user = plan.uid + slot % SLOTS if plan.uid is not None and plan.uses("uid") else None
    try:
        ruleset = ruleset_for(confinement, work, limits)
        _prepare(confinement, limits, work, user)
        if SUPPORTED:
            _give_up_rights(confinement, user)
        _limit(confinement, limits, supervisor)
        _enter_scratch(work)
        if SUPPORTED:
            _enforce(confinement, ruleset, limits)
    except OSError as error:
        raise SandboxError(f"The sandbox cannot confine the job: {error}.") from error
    return work


def _prepare(confinement: Confinement, limits: Limits, work: str, user: int | None) -> None:
    """Do the steps that need privileges: process group, network, mounts, owner of the scratch folder."""
    plan = confinement.plan
    # a signal to the process group must not reach the supervisor, in any namespace
    if plan.uses("pid"):
        os.setpgid(0, 0)
    else:
        os.setsid()  # without a pid namespace, an answer could join any group of its session
    os.nice(NICENESS)
    if confinement.proc >= 0:
        namespaces.prefer_for_oom_kill(confinement.proc)
    if limits.loopback:
        namespaces.enter_network(plan)
    if plan.uses("mount"):
        mounts.mount_job(limits.scratch_bytes, user, fresh_proc=plan.uses("pid"))
    elif user is not None:
        os.chown(work, user, user)


def _give_up_rights(confinement: Confinement, user: int | None) -> None:
    plan = confinement.plan
    if user is not None:
        namespaces.become(user, keep_reading=plan.keep_reading)
    elif plan.uses("userns"):
        if plan.counts_tasks:
            namespaces.enter_user_namespace(confinement.proc)
        namespaces.set_capabilities(0)
    namespaces.no_new_privileges()
    namespaces.hide_memory()
    namespaces.die_with_parent()


def _limit(confinement: Confinement, limits: Limits, supervisor: int | None) -> None:
    """Reset signal handlers and set limits, from the kernel's status of this process."""
    plan, status = confinement.plan, None
    if confinement.proc >= 0:
        status = plans.parse_status(namespaces.status_text(confinement.proc))
        if supervisor not in (None, status.parent):
            raise SandboxError("The supervisor ended before its job began.")
        if status.threads > 1 and plan.uses("landlock") and confinement.landlock_version < 8:
            raise SandboxError(f"{status.threads} threads run before the answer, and Landlock confines only one.")
    namespaces.reset_signals(-1 if status is None else status.ignored_signals | status.caught_signals)
    if plan.uses("rlimits"):
        plans.apply(limits, status)
    if plan.counts_tasks:
        plans.apply_tasks(limits)


def _enter_scratch(work: str) -> None:
    """Make `work` the folder of all files that this process creates."""
    os.umask(0o077)
    if work == mounts.WORK:
        os.mkdir(work)
        os.mkdir(mounts.SHARED_MEMORY)
    os.chdir(work)
    for name in ("HOME", "TMPDIR", "PWD"):
        os.environ[name] = work
    tempfile.tempdir = None


def ruleset_for(confinement: Confinement, work: str, limits: Limits) -> int:
    """Return the descriptor of this job's Landlock ruleset, -1 without Landlock; close those of its rules."""
    if confinement.ruleset >= 0:
        used, other = confinement.ruleset, confinement.loopback_ruleset
        used, other = (other, used) if limits.loopback else (used, other)
        os.close(other)
        return used
    if not confinement.plan.uses("landlock"):
        return -1
    own = ((work, landlock.SCRATCH), ("/proc/self", landlock.READ), (_HOST_SHARED_MEMORY, landlock.SHARED_MEMORY))
    rules = (*confinement.open_rules, *landlock.open_rules(own))
    ruleset = landlock.build(rules, confinement.landlock_version, tcp=limits.loopback)
    _close(fd for fd, _ in rules)
    return ruleset


def _enforce(confinement: Confinement, ruleset: int, limits: Limits) -> None:
    """Apply Landlock and seccomp; the process cannot undo this."""
    os.close(confinement.proc)
    if ruleset >= 0:
        landlock.restrict(ruleset, confinement.landlock_version)
        os.close(ruleset)
    if confinement.filters:
        confinement.filters[2 if limits.loopback else limits.processes].load(os.getpid())


def _close(descriptors: Iterable[int]) -> None:
    for fd in descriptors:
        os.close(fd)
