"""The backward pass does not use the gradient of the result.

`backward` gets the gradient of the result, `dy`, and must multiply it by the mask: alone, the mask is right only for
a sum of the results.
"""

import numpy as onp
from mxnet import autograd, nd


class Quantise(autograd.Function):
    def __init__(self, step, limit):
        super().__init__()
        self.step, self.limit = step, limit

    def forward(self, x):
        self.save_for_backward(x)
        limited = x.asnumpy().clip(-self.limit, self.limit)
        return nd.array(onp.around(limited / self.step) * self.step)

    def backward(self, dy):
        (x,) = self.saved_tensors
        return 1.0 * (nd.abs(x) <= self.limit)


def fake_quantise(x, step, limit):
    return Quantise(step, limit)(x)
