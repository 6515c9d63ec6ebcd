"""The system calls that an answer may not make, by machine, and the reason for each group."""

from __future__ import annotations

import errno

from mxtutor.grading.sandbox.seccomp import OWN_PID, Rule, flags, never, only, refuse, when

Numbers = tuple[int, int]
"""Number on x86-64 and on aarch64; -1 if the machine lacks the call."""

NEVER: dict[str, Numbers] = {
    # other programs
    "execve": (59, 221),
    "execveat": (322, 281),
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "ioprio_set": (251, 30),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    # namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    # objects that outlive the job or that jobs share
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # parts of the kernel that answers do not need and that exploits often use
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "memfd_secret": (447, 447),
    "vmsplice": (278, 75),
    "personality": (135, 92),
    "modify_ldt": (154, -1),
    "lookup_dcookie": (212, 18),
    "nfsservctl": (180, 42),
    "uselib": (134, -1),
    "ustat": (136, -1),
    "sysfs": (139, -1),
    # the machine
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "vhangup": (153, 58),
    "iopl": (172, -1),
    "ioperm": (173, -1),
    # other users and rights
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setreuid": (113, 145),
    "setregid": (114, 143),
    "setresuid": (117, 147),
    "setresgid": (119, 149),
    "setgroups": (116, 159),
    "setfsuid": (122, 151),
    "setfsgid": (123, 152),
    "capset": (126, 91),
}

ATTRIBUTES: dict[str, Numbers] = {
    "chmod": (90, -1),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, -1),
    "lchown": (94, -1),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "utime": (132, -1),
    "utimes": (235, -1),
    "futimesat": (261, -1),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}
"""Calls that Landlock does not cover; refused unless all files outside the scratch folder are read-only."""

_FORK, _VFORK = (57, -1), (58, -1)
_CLONE, _CLONE3 = (56, 220), (435, 435)
_MEMFD = (319, 279)
_THREAD = 0x00010000
_NEW_NAMESPACES = 0x7E020000
_OTHER_PARENT_OR_TRACED = 0x00008000 | 0x00002000 | 0x00800000
_KILL, _TKILL, _TGKILL = (62, 129), (200, 130), (234, 131)
_QUEUE_SIGNAL, _QUEUE_THREAD_SIGNAL = (129, 138), (297, 240)
_USUAL_POLICY = 0
_SOCKET, _SOCKETPAIR, _UNIX, _INTERNET = (41, 198), (53, 199), 1, 2
_NETLINK, _ROUTE = 16, 0
_FCNTL, _F_SETOWN, _F_SETSIG, _F_SETOWN_EX = (72, 25), 8, 10, 15
_IOCTL, _FIOSETOWN, _SIOCSPGRP, _TIOCSTI, _TIOCLINUX = (16, 29), 0x8901, 0x8902, 0x5412, 0x541C
_PRCTL, _PDEATHSIG, _DUMPABLE, _MM, _PTRACER = (157, 167), 1, 4, 35, 0x59616D61
_PRLIMIT, _SETPRIORITY, _SETAFFINITY = (302, 261), (141, 140), (203, 122)


def rules(
    machine: str, *, processes: bool, any_signal: bool, attributes: bool, unix_sockets: bool, loopback: bool = False
) -> dict[int, Rule]:
    """Return the rules by system call number for `machine`.

    `processes`: fork is allowed. `any_signal`: another layer keeps signals inside the job, so all are allowed.
    `attributes`: chmod and similar calls are allowed. `unix_sockets`: UNIX sockets are allowed, since another layer
    keeps the sockets of other programs out of reach. `loopback`: IPv4 sockets are allowed.
    """
    column = 0 if machine == "x86_64" else 1
    table: dict[Numbers, Rule] = {numbers: refuse() for numbers in NEVER.values()}
    if not attributes:
        table.update({numbers: refuse() for numbers in ATTRIBUTES.values()})
    if not processes:
        table.update({_FORK: refuse(), _VFORK: refuse()})
    forbidden = _NEW_NAMESPACES | _OTHER_PARENT_OR_TRACED
    table[_CLONE] = flags(0, 0 if processes else _THREAD, forbidden)
    table[_CLONE3] = refuse(
        errno.ENOSYS
    )  # a filter cannot read its flags, which are in memory; the C library uses clone instead
    table[_MEMFD] = refuse(errno.ENOSYS)  # such files use memory that no limit counts
    if not any_signal:
        for numbers in (_KILL, _TKILL, _TGKILL, _QUEUE_SIGNAL, _QUEUE_THREAD_SIGNAL):
            table[numbers] = only(0, OWN_PID)
    families = [_UNIX] * unix_sockets + [_INTERNET] * loopback
    if loopback:
        # ZeroMQ's threads set the policy that they have already, and fail where the call is refused.
        table[NEVER["sched_setscheduler"]] = only(1, _USUAL_POLICY)
    table[_SOCKET] = only(0, *families) if families else refuse()
    if loopback:  # ZeroMQ lists the interfaces before it binds
        table[_SOCKET] = when(0, _NETLINK, only(2, _ROUTE), table[_SOCKET])
    table[_SOCKETPAIR] = only(0, _UNIX)
    table[_FCNTL] = never(1, _F_SETOWN, _F_SETSIG, _F_SETOWN_EX)  # these send signals to other processes
    table[_IOCTL] = never(1, _FIOSETOWN, _SIOCSPGRP, _TIOCSTI, _TIOCLINUX)
    table[_PRCTL] = never(0, _PDEATHSIG, _DUMPABLE, _MM, _PTRACER)
    table[_PRLIMIT] = only(0, 0, OWN_PID)
    table[_SETPRIORITY] = only(1, 0, OWN_PID)
    table[_SETAFFINITY] = only(0, 0, OWN_PID)
    return {numbers[column]: rule for numbers, rule in table.items() if numbers[column] >= 0}
