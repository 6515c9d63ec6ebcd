"""The scale is not trained, and the mean is.

The mean is the buffer: it gets `grad_req='null'`, and the scale keeps the default.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(features,), init="zeros")
            self.scale = self.params.get("scale", shape=(features,), init="ones", grad_req="null")
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, mean, scale):
        x = F.broadcast_sub(x, mean)
        return self.fc(F.broadcast_mul(x, scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
