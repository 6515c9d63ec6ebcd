"""The parameters are never initialised.

Open sizes or not, a net has to be told to initialise itself: call `net.initialize()`, which waits for data where it must.
"""

from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    return net
