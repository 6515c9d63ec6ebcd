# mistake: Applies a relu after the last layer as well.
# named: relu-everywhere
from mxnet.gluon import nn


def make_mlp(sizes):
    net = nn.Sequential()
    with net.name_scope():
        for units in sizes:
            net.add(nn.Dense(units, activation="relu"))
    return net
