# mistake: backward returns three values as in torch, but the MXNet Function has one input and wants exactly one gradient.
# named: number-of-gradients
import mxnet as mx
import numpy as np
from mxnet import autograd, nd


class Quantise(autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step = step
        self.limit = limit

    def forward(self, x):
        self.save_for_backward(x)
        scaled = x.clip(-self.limit, self.limit) / self.step
        return nd.array(np.round(scaled.asnumpy()), ctx=x.context) * self.step

    def backward(self, dy):
        (x,) = self.saved_tensors
        return dy * (x.abs() <= self.limit), None, None


def fake_quantise(x, step, limit):
    return Quantise(step, limit)(x)
