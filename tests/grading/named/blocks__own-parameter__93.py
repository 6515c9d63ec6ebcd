# mistake: the ones come from an early initialize() in the constructor, so initialize(..., force_reinit=True) fills the vector with the Block's initializer
# named: ones-set-early
import mxnet as mx
from mxnet import gluon, nd


class Scale(gluon.Block):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(n,))
        self.scale.initialize(mx.init.One())

    def forward(self, x):
        return x * self.scale.data()


def make_scale(n):
    return Scale(n)
