"""Writes to a file of the machine through a symbolic link in its own folder.

Output: refused
"""

import os

from mxnet import nd


def arccos(x):
    os.symlink("@target@", "link")
    try:
        with open("link", "a") as file:
            file.write("right")
    except OSError:
        print("refused")
    return nd.zeros_like(x)
