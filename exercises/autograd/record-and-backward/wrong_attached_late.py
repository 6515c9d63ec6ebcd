"""An intermediate result gets a gradient.

`attach_grad` on `y` removes the steps from `x` to `y` from the graph, so `x.grad` stays 0, without an error: call it on `x` only.
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
