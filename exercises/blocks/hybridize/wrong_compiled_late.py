"""The first call is not compiled.

The net hybridizes itself only after its first call, which still runs layer by layer: call `hybridize()` before you return the net; it needs no sizes.
"""

from mxnet.gluon import nn


class Late(nn.HybridSequential):
    def __call__(self, *args):
        result = super().__call__(*args)
        if not self.compiled:
            self.compiled = True
            self.hybridize()
        return result


def make_hybrid(hidden, out):
    net = Late()
    net.compiled = False
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out))
    net.initialize()
    return net
