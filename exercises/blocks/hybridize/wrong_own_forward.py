"""The Block defines `forward`, not `hybrid_forward`.

A HybridBlock that overrides `forward` is not compiled, and `hybridize` raises no error: write `hybrid_forward(self, F, x)`.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class MLP(gluon.HybridBlock):
    def __init__(self, hidden, out):
        super().__init__()
        self.first = nn.Dense(hidden)
        self.second = nn.Dense(out)

    def forward(self, x):
        return self.second(nd.relu(self.first(x)))


def make_hybrid(hidden, out):
    net = MLP(hidden, out)
    net.initialize()
    net.hybridize()
    return net
