"""The loss of a sample is not squared.

The loss of a sample is `(x_i w - y_i) ** 2`: square the difference before the backward pass.
"""

from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w.attach_grad()
    gradients = []
    for features, target in zip(x, y):
        with autograd.record():
            loss = (features * w).sum() - target
        loss.backward()
        gradients.append(w.grad.copy())
    gradients = nd.stack(*gradients)
    norms = nd.norm(gradients, axis=1, keepdims=True)
    return (gradients * nd.minimum(limit / norms, 1)).mean(axis=0)
