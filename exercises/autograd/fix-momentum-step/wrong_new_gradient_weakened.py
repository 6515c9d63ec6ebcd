"""The new gradient is multiplied by `momentum`, too.

Only the old velocity is multiplied by `momentum`: add the new gradient as it is.
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
        velocity = momentum * (velocity + w.grad)
        w -= lr * velocity
    return w
