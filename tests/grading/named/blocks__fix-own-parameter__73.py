# mistake: Two mistakes: scale has no init='ones', so the initializer of the net fills it with small random numbers (right: init='ones'), and it computes x * scale - mean (right: (x - mean) * scale).
# named: scale-first
from mxnet import gluon
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get(
                "mean", shape=(features,), init="zeros", differentiable=False
            )
            self.scale = self.params.get("scale", shape=(features,))
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, mean, scale):
        scaled = F.broadcast_mul(x, scale)
        return self.fc(F.broadcast_sub(scaled, mean))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
