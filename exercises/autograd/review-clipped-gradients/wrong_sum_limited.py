"""The sum of all gradients is limited, not the gradient of each sample.

One backward pass of the losses of all samples gives the sum of their gradients. Run one backward pass for each sample, and limit its gradient.
"""

from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w.attach_grad()
    with autograd.record():
        loss = nd.square(nd.dot(x, w) - y)
    loss.backward()
    return w.grad * nd.minimum(limit / w.grad.norm(), 1) / x.shape[0]
