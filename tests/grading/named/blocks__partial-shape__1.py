# mistake: Does not call initialize(), so the block comes back uninitialised.
# named: not-initialized
from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    return net
