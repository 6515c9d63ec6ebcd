"""Connects to every Unix socket that it can name, abstract ones too.

Output: reached: 0
"""

import glob
import socket

from mxnet import nd


def arccos(x):
    reached = 0
    for path in [
        "@socket@",
        "\0@abstract@",
        *glob.glob("/run/*.sock"),
        "/run/dbus/system_bus_socket",
        "/tmp/.X11-unix/X0",
    ]:
        try:
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(path)
                reached += 1
        except OSError:
            pass
    print("reached:", reached)
    return nd.zeros_like(x)
