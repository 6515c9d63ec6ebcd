# mistake: Makes mean a plain array, like a buffer, so it is not in collect_params(), is not stored with the weights and does not work after hybridize(); it must be a parameter with grad_req="null".
# named: plain-array
from mxnet import gluon, nd
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        self.mean = nd.zeros((features,))
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(features,), init="ones")
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, scale):
        centred = F.broadcast_sub(x, self.mean)
        return self.fc(F.broadcast_mul(centred, scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
