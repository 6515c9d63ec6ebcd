"""Opens sockets of every family: netlink, packets, Bluetooth, virtual machines, algorithms of the kernel.

Output: opened: 0
"""

import socket

from mxnet import nd


def arccos(x):
    opened = 0
    for family in (2, 10, 16, 17, 31, 38, 40, 44):
        for kind in (1, 2, 3, 5):
            try:
                socket.socket(family, kind).close()
                opened += 1
            except OSError:
                pass
    print("opened:", opened)
    return nd.zeros_like(x)
