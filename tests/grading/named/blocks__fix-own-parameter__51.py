# mistake: params.get has no argument requires_grad, so a TypeError is raised; right: grad_req="null".
# named: grad-req-name
from mxnet import gluon
from mxnet.gluon import nn


class Standardised(gluon.HybridBlock):
    def __init__(self, features, outputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(features,), init="zeros", requires_grad=False)
            self.scale = self.params.get("scale", shape=(features,), init="ones")
            self.fc = nn.Dense(outputs, in_units=features)

    def hybrid_forward(self, F, x, mean, scale):
        return self.fc(F.broadcast_mul(F.broadcast_sub(x, mean), scale))


def make_standardised(features, outputs):
    return Standardised(features, outputs)
