"""A hybrid block with F operators and keyword defaults."""

from mxnet.gluon import HybridBlock, nn


class Residual(HybridBlock):
    """Adds what two layers make of the input."""

    def __init__(self, units, *, activation="relu", **kwargs):
        super().__init__(**kwargs)
        self.fc1 = nn.Dense(units, in_units=units, flatten=False)
        self.fc2 = nn.Dense(units, in_units=units, flatten=False)
        self._activation = activation

    def hybrid_forward(self, F, x):
        inner = F.Activation(self.fc1(x), act_type=self._activation)
        return F.add_n(x, self.fc2(inner))


make_residual = Residual
