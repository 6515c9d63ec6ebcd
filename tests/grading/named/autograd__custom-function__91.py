# mistake: nd.round rounds a half away from zero, so a value in the middle does not go to the even multiple
# named: halves-away
import mxnet as mx
from mxnet import autograd, nd


class Quantise(autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step, self.limit = step, limit

    def forward(self, x):
        self.save_for_backward(x)
        return (x.clip(-self.limit, self.limit) / self.step).round() * self.step

    def backward(self, dy):
        (x,) = self.saved_tensors
        return dy * (x.abs() <= self.limit)


def fake_quantise(x, step, limit):
    return Quantise(step, limit)(x)
