"""Makes links, pipes, devices and sockets in a folder of the machine.

Output: made: 0
"""

import os
import stat

from mxnet import nd


def arccos(x):
    made = 0
    open("mine", "w").close()
    for action in (
        lambda: os.symlink("/etc", "@folder@/a"),
        lambda: os.link("mine", "@folder@/b"),
        lambda: os.mkfifo("@folder@/c"),
        lambda: os.mknod("@folder@/d", stat.S_IFCHR | 0o666, os.makedev(1, 3)),
        lambda: os.mkdir("@folder@/e"),
        lambda: os.mknod("device", stat.S_IFBLK | 0o666, os.makedev(254, 0)),
    ):
        try:
            action()
            made += 1
        except OSError:
            pass
    print("made:", made)
    return nd.zeros_like(x)
