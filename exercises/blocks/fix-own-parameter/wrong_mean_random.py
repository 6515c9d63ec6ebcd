"""The mean starts with random values.

Without `init` a parameter gets the initializer of the caller. PyTorch's mean starts with zeros: `init="zeros"`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(features,), grad_req="null")
            self.scale = self.params.get("scale", shape=(features,), init="ones")
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, mean, scale):
        x = F.broadcast_sub(x, mean)
        return self.fc(F.broadcast_mul(x, scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
