# mistake: Gives the parameter no initializer of its own, so it starts with the normal draws of initialize().
# named: no-init
from mxnet import gluon


class Scale(gluon.HybridBlock):
    def __init__(self, n):
        super().__init__()
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(n,))

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)


def make_scale(n):
    return Scale(n)
