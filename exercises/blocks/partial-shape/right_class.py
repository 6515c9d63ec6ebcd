from mxnet import gluon, nd
from mxnet.gluon import nn


class LazyMLP(gluon.Block):
    def __init__(self, hidden, out):
        super().__init__()
        self.first = nn.Dense(hidden)
        self.second = nn.Dense(out)

    def forward(self, x):
        return self.second(nd.relu(self.first(x)))


def make_lazy_mlp(hidden, out):
    net = LazyMLP(hidden, out)
    net.collect_params().initialize()
    return net
