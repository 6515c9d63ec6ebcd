"""Appends to a file of the machine.

Output: refused
"""

import os

from mxnet import nd


def arccos(x):
    try:
        os.write(os.open("@target@", os.O_WRONLY | os.O_APPEND), b"right")
    except OSError:
        print("refused")
    return nd.zeros_like(x)
