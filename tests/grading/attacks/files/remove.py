"""Removes a file of the machine and puts another in its place.

Output: worked: 0
"""

import os

from mxnet import nd


def arccos(x):
    worked = 0
    open("mine", "w").close()
    for action in (
        lambda: os.unlink("@target@"),
        lambda: os.rename("@target@", "theirs"),
        lambda: os.rename("mine", "@target@"),
        lambda: os.replace("mine", "@folder@/new"),
        lambda: os.rmdir("@folder@"),
    ):
        try:
            action()
            worked += 1
        except OSError:
            pass
    print("worked:", worked)
    return nd.zeros_like(x)
