"""Subclass of HybridSequential that fills and hybridizes itself."""

from mxnet.gluon import nn


class Mlp(nn.HybridSequential):
    def __init__(self, *sizes):
        super().__init__()
        *hidden, out = sizes
        with self.name_scope():
            for size in hidden:
                self.add(nn.Dense(size, activation="relu"))
            self.add(nn.Dense(out))
        self.initialize()
        self.hybridize()


def make_hybrid(hidden, out):
    return Mlp(hidden, out)
