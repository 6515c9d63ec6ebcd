"""The velocity is stored in the array of the gradient.

`velocity = w.grad` makes no copy. The next `backward` writes the new gradient into this array, and the old velocity is lost: copy it.
"""

from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    velocity = None
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y).mean()
        loss.backward()
        if velocity is None:
            velocity = w.grad
        else:
            velocity *= momentum
            velocity += w.grad
        w -= lr * velocity
    return w
