"""Writes one file beyond the limit of a single file.

Output: refused
"""

from mxnet import nd


def arccos(x):
    try:
        with open("huge", "wb") as file:
            for _ in range(200):
                file.write(bytes(1 << 20))
    except OSError:
        print("refused")
    return nd.zeros_like(x)
