"""Own deferred parameters and FullyConnected."""

from mxnet.gluon import HybridBlock


class Head(HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.units = units
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, 0), allow_deferred_init=True)
            self.bias = self.params.get("bias", shape=(units,), init="zeros")

    def infer_shape(self, x, *others):
        self.weight.shape = (self.units, x.shape[-1])

    def hybrid_forward(self, F, x, weight, bias):
        return F.FullyConnected(x, weight, bias, num_hidden=self.units, flatten=False)


def make_token_head(units):
    return Head(units)
