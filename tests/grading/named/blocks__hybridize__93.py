# mistake: the net hybridizes itself only after its first call (to learn the sizes first), so the first call still runs layer by layer
# named: compiled-late
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


class CompiledMLP(nn.HybridSequential):
    def __init__(self, hidden, out, **kwargs):
        super().__init__(**kwargs)
        self._compiled = False
        with self.name_scope():
            self.add(nn.Dense(hidden, activation="relu"))
            self.add(nn.Dense(out))

    def __call__(self, *args):
        y = super().__call__(*args)
        # the input sizes are known now
        if not self._compiled:
            self.hybridize()
            self._compiled = True
        return y


def make_hybrid(hidden, out):
    net = CompiledMLP(hidden, out)
    net.initialize()
    return net
