"""The mean is an array, and not a parameter.

An array is not collected, so that it is neither saved nor loaded: a buffer is a parameter with `grad_req='null'`.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = nd.zeros((features,))
            self.scale = self.params.get("scale", shape=(features,), init="ones")
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, scale):
        x = F.broadcast_sub(x, self.mean)
        return self.fc(F.broadcast_mul(x, scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
