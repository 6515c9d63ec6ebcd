"""The layer works on the last axis only.

With `flatten=False` the layers work on each row of an image: leave it out, then the image is flattened.
"""

from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden, activation="relu", flatten=False), nn.Dense(out, flatten=False))
    net.initialize()
    return net
