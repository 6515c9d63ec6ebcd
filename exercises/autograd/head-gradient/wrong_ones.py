"""The head gradient is left out.

Without an argument `backward` uses ones instead of `v`, without an error: pass `v`.
"""

from mxnet import autograd, nd


def vjp(x, v):
    x.attach_grad()
    with autograd.record():
        y = x * x + nd.sin(x)
    y.backward()
    return x.grad
