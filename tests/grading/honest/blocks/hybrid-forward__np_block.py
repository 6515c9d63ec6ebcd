"""Sigmoid by its formula, layers by a loop over names."""

from mxnet.gluon import HybridBlock, nn


class Gated(HybridBlock):
    def __init__(self, units):
        super().__init__()
        for name in ("fc", "gate"):
            setattr(self, name, nn.Dense(units, flatten=True))

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(self.fc(x), 0.5 * (F.tanh(self.gate(x) / 2) + 1))


def make_gated(units):
    return Gated(units)
