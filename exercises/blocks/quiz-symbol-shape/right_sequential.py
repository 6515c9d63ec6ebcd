from mxnet.gluon import nn


def make_head(units):
    net = nn.HybridSequential()
    net.add(nn.HybridLambda(lambda F, x: x / 255), nn.Dense(units, activation="relu"))
    return net
