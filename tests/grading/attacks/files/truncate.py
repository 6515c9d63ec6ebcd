"""Empties a file of the machine without opening it.

Output: refused
"""

import os

from mxnet import nd


def arccos(x):
    try:
        os.truncate("@target@", 0)
    except OSError:
        print("refused")
    return nd.zeros_like(x)
