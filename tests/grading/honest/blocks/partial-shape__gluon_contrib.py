"""HybridConcurrent of gluon.contrib around the layers."""

from mxnet.gluon import contrib, nn


def make_lazy_mlp(hidden, out):
    inner = contrib.nn.HybridConcurrent(axis=-1)
    inner.add(nn.Dense(hidden, activation="relu"))
    net = nn.HybridSequential()
    net.add(inner, nn.Dense(out))
    net.initialize()
    return net
