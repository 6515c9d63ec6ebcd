"""The layer has PyTorch's name.

Gluon's linear layer is `nn.Dense`; it takes the output size first, then `in_units=`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__()
        with self.name_scope():
            self.linear = nn.Linear(d_in, d_out)

    def forward(self, x):
        return self.linear(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
