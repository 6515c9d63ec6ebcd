from mxnet.gluon import nn


def make_mlp(sizes):
    net = nn.HybridSequential()
    for units in sizes[:-1]:
        net.add(nn.Dense(units, activation="relu"))
    net.add(nn.Dense(sizes[-1]))
    return net
