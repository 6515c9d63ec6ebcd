# mistake: First, floor(q + 0.5) sends all ties upward, a right answer sends them to the even multiple. Second, the clipped x is saved, so the mask in backward is 1 everywhere and the gradient passes outside of the limits; a right answer compares the original x.
# named: everywhere
import mxnet as mx
from mxnet import nd


class FakeQuant(mx.autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step = step
        self.limit = limit

    def forward(self, x):
        x = nd.clip(x, -self.limit, self.limit)
        self.save_for_backward(x)
        return nd.floor(x / self.step + 0.5) * self.step

    def backward(self, grad):
        x, = self.saved_tensors
        mask = (x >= -self.limit) * (x <= self.limit)
        return grad * mask


def fake_quantise(x, step, limit):
    quant = FakeQuant(step, limit)
    return quant(x)
