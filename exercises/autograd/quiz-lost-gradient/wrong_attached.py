"""The intermediate result starts a new graph.

After `h.attach_grad()` the graph no longer contains the step from `x` to `h`, so `x.grad` stays 0: make two backward passes, with a detached `h`.
"""

from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        h.attach_grad()
        loss = (h**2).sum()
    loss.backward()
    return x.grad, h.grad
