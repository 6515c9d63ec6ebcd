"""The layer is in a Python list.

As in PyTorch, a layer in a Python list is not registered: make it an attribute, or add it to an `nn.Sequential`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__()
        with self.name_scope():
            self.layers = [nn.Dense(d_out, in_units=d_in)]

    def forward(self, x):
        return self.layers[0](x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
