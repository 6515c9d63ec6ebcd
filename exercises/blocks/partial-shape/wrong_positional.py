"""The sizes are in PyTorch's order.

The second positional argument of `nn.Dense` is the activation: pass only the output size.
"""

from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(0, hidden), nn.Activation("relu"), nn.Dense(hidden, out))
    net.initialize()
    return net
