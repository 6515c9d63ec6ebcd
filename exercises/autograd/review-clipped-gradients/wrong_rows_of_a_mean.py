"""The gradient of each sample is divided by the number of samples before it is limited.

The mean of the losses divides each row by n: take the sum of the losses, and the mean of the limited gradients.
"""

from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    # one copy of w per sample, so that each row gets its own gradient
    rows = nd.broadcast_to(w.reshape((1, -1)), shape=x.shape).copy()
    rows.attach_grad()
    with autograd.record():
        residual = (x * rows).sum(axis=1) - y
        loss = nd.square(residual).mean()
    loss.backward()

    gradients = rows.grad
    norms = nd.sqrt(nd.square(gradients).sum(axis=1, keepdims=True))
    gradients = gradients * nd.minimum(limit / norms, 1)
    return gradients.mean(axis=0)
