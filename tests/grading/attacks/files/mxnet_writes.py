"""Has MXNet's C++ code write to a file of the machine.

Verdict: error
"""

from mxnet import nd


def arccos(x):
    nd.save("@target@", x)
    return nd.zeros_like(x)
