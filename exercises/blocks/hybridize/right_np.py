from mxnet import npx
from mxnet.gluon import nn

npx.set_np()


def make_hybrid(hidden, out):
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.initialize()
    net.hybridize()
    return net
