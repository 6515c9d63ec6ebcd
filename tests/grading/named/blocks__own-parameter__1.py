# mistake: Keeps the vector as a plain NDArray with attach_grad instead of a Parameter, so the block has no parameter.
# named: bare-parameter
from mxnet import gluon, nd


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = nd.ones(n)
        self.scale.attach_grad()

    def forward(self, x):
        return x * self.scale


def make_scale(n):
    return Scale(n)
