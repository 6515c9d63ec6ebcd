# mistake: `mean` still has the default grad_req "write", so it gets a gradient and the Trainer trains it.
# named: mean-trained
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
        return self.fc(F.broadcast_mul(F.broadcast_sub(x, mean), scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
