"""The head gradient counts twice.

`(y * v).sum()` contains `v` already: return `x.grad` as it is, or leave `v` out of the sum and pass it to `backward`.
"""

from mxnet import autograd, nd
def vjp(x, v):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = x * x + nd.sin(x)
        loss = (y * v).sum()
    loss.backward()
    return x.grad * v
