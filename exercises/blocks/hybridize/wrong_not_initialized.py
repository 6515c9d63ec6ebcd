"""The parameters are never initialised.

The net has no values: call `net.initialize()` before the first call. The documents' code leaves it out.
"""

from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.hybridize()
    return net
