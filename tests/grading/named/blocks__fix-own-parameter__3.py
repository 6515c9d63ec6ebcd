# mistake: `mean` is a plain array and no Parameter, so it is not in collect_params() and is not stored with the weights.
# named: plain-array
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
        return self.fc(F.broadcast_mul(F.broadcast_sub(x, self.mean), scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
