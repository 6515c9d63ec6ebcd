# mistake: Sets flatten=False in both layers, so images are not flattened.
# named: last-axis
from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu", flatten=False))
    net.add(nn.Dense(out, flatten=False))
    net.initialize()
    return net
