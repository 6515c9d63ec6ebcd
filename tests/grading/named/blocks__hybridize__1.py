# mistake: Takes nn.Sequential instead of HybridSequential, so each layer is compiled for itself and the net is not one graph.
# named: sequential
from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden), nn.Activation("relu"), nn.Dense(out))
    net.initialize()
    net.hybridize()
    return net
