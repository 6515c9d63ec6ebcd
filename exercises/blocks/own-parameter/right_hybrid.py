from mxnet import gluon


class Scale(gluon.HybridBlock):
    def __init__(self, n):
        super().__init__()
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(n,), init="ones")

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)


def make_scale(n):
    return Scale(n)
