"""The difference is detached, so the input gets no gradient.

Only the mean is a buffer: pass `grad_req='null'` when you create it, and leave `BlockGrad` out.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(features,), init="zeros")
            self.scale = self.params.get("scale", shape=(features,), init="ones")
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, mean, scale):
        # mean is a buffer: no gradient
        difference = F.BlockGrad(F.broadcast_minus(x, mean))
        return self.fc(F.broadcast_mul(difference, scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
