"""The parameters are never initialised.

The net holds no values: the documents' row forgets `net.initialize()`, which must come before the first call.
"""

from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.hybridize()
    return net
