"""The step uses the velocity of the step before.

Compute the new velocity first, with the new gradient, and change the weights after that.
"""

from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    velocity = nd.zeros_like(w)
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y).mean()
        loss.backward()
        w -= lr * velocity
        velocity = momentum * velocity + w.grad
    return w
