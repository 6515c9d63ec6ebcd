"""The net is not hybridized.

A `HybridSequential` runs layer by layer, as Python, until you call `net.hybridize()`; if you hybridize single layers, they stay separate.
"""

from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.initialize()
    return net
