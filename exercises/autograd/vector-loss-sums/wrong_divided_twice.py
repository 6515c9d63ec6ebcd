"""The mean is divided by the number of samples once more.

The mean divides by n already; leave the second division out.
"""

from mxnet import autograd, nd


def mean_square_grad(w, x, t):
    w.attach_grad()
    with autograd.record():
        loss = ((nd.dot(x, w) - t) ** 2).mean()
    loss.backward()
    return w.grad / len(t)
