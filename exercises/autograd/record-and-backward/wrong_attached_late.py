"""A gradient is attached to an intermediate result.

`attach_grad` on `y` cuts `y` off from `x`, so `x.grad` silently stays 0: attach it to `x` only.
"""

from mxnet import autograd


def input_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = x**3 + 2 * x
        y.attach_grad()
        z = y.sum()
    z.backward()
    return x.grad
