"""The gradient is that of the sum of all samples.

The velocity is right now. `backward` of a vector starts from ones: take the mean of the loss inside the scope.
"""

from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    velocity = None
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y)
        loss.backward()
        velocity = w.grad.copy() if velocity is None else momentum * velocity + w.grad
        w -= lr * velocity
    return w
