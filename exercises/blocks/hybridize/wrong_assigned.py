"""The result of a method that returns nothing is kept.

`hybridize()` changes the net and returns nothing: call it on a line of its own and return the net.
"""

from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.initialize()
    return net.hybridize()
