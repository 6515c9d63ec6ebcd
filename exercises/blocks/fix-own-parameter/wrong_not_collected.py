"""The scale is not collected.

A `gluon.Parameter` that is only an attribute is not collected, so nothing initialises it: create it with `self.params.get('scale', ...)`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(features,), init="zeros", grad_req="null")
            self.scale = gluon.Parameter("scale", shape=(features,), init="ones")
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, mean, scale):
        x = F.broadcast_sub(x, mean)
        return self.fc(F.broadcast_mul(x, scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
