from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.HybridSequential()
    net.hybridize()
    with net.name_scope():
        net.add(nn.Dense(hidden))
        net.add(nn.HybridLambda("relu"))
        net.add(nn.Dense(out))
    net.initialize()
    return net
