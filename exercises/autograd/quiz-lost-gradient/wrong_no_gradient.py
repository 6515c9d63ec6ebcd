"""The intermediate result has no gradient.

`x.grad` is right now; `h.grad` is `None`, because MXNet keeps no gradient for an intermediate result: first run `backward` to a detached `h`.
"""

from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        loss = (h**2).sum()
    loss.backward()
    return x.grad, h.grad
