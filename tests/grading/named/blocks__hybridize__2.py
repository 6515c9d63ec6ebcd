# mistake: Returns the value of net.hybridize(), which is None.
# named: assigned
from mxnet.gluon import nn


def make_hybrid(hidden, out):
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.initialize()
    return net.hybridize()
