"""The mean gets a gradient of 0, and is still a trained parameter.

`BlockGrad` only makes the gradient 0; the weight decay of a Trainer still moves the parameter: pass `grad_req='null'`.
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
        centred = F.broadcast_sub(x, F.BlockGrad(mean))
        return self.fc(F.broadcast_mul(centred, scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
