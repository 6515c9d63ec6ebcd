# mistake: Uses torch's nn.ReLU() as a layer, which Gluon does not have.
# named: torch-name
from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.HybridSequential(nn.Dense(hidden), nn.ReLU(), nn.Dense(out))
    net.initialize()
    net.hybridize()
    return net
