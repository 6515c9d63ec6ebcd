# mistake: scale is still made with gluon.Parameter and initialised by hand in the constructor, so it is not in collect_params() and never trained or saved; it must come from self.params.get.
# named: parameter-not-collected, not-an-input
from mxnet import gluon
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(features,), init="zeros", grad_req="null")
            self.scale = gluon.Parameter("scale", shape=(features,), init="ones")
            self.scale.initialize()
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, mean, scale):
        return self.fc(F.broadcast_mul(F.broadcast_sub(x, mean), scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
