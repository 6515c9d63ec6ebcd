"""The container is not a hybrid one.

`nn.Sequential` only hands `hybridize()` on to each layer and stays Python between them: take `nn.HybridSequential`.
"""

from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.initialize()
    net.hybridize()
    return net
