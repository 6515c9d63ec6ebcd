"""Changes mode, owner, times and attributes of a file of the machine.

Output: worked: 0
"""

import os

from mxnet import nd


def arccos(x):
    worked = 0
    for action in (
        lambda: os.chmod("@target@", 0o777),
        lambda: os.chown("@target@", os.getuid(), os.getgid()),
        lambda: os.utime("@target@", (0, 0)),
        lambda: os.setxattr("@target@", "user.x", b"1"),
        lambda: os.chmod("@folder@", 0o777),
    ):
        try:
            action()
            worked += 1
        except OSError:
            pass
    print("worked:", worked)
    return nd.zeros_like(x)
