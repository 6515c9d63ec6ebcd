# mistake: scale stays a free gluon.Parameter that is initialised in the constructor instead of being made with self.params.get, so collect_params() lacks it, no Trainer trains it and the hybridized call does not find it
# named: not-an-input
from mxnet import gluon
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(features,), init="zeros", grad_req="null")
            self.scale = gluon.Parameter("scale", shape=(features,), init="ones")
            self.scale.initialize()
            self.fc = nn.Dense(outputs, in_units=features, flatten=False)

    def hybrid_forward(self, F, x, mean, scale):
        centred = F.broadcast_sub(x, mean)
        return self.fc(F.broadcast_mul(centred, scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
