"""The result of a method that returns `None` is used.

`hybridize()` changes the net and returns `None`: call it on its own line and return the net.
"""

from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.initialize()
    return net.hybridize()
