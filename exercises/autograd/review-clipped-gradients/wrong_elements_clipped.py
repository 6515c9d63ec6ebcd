"""Each element of a gradient is limited, not the norm.

Limits of the elements change the direction of the gradient. Multiply the whole gradient of a sample by one factor, from its norm.
"""

from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w.attach_grad()
    gradients = []
    for features, target in zip(x, y):
        with autograd.record():
            loss = nd.square((features * w).sum() - target)
        loss.backward()
        gradients.append(w.grad.copy())
    gradients = nd.stack(*gradients)
    return nd.clip(gradients, -limit, limit).mean(axis=0)
