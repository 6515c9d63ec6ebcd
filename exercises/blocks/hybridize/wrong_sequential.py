"""The container is not a HybridBlock.

`nn.Sequential` only hybridizes each layer and is not compiled itself: use `nn.HybridSequential`.
"""

from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.initialize()
    net.hybridize()
    return net
