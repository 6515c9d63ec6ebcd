"""The gradient comes from a formula, not from autograd.

You differentiated on paper. Keep the recorded loss and `backward` of the port, and fix the two mistakes in it.
"""

from mxnet import nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    velocity = nd.zeros_like(w)
    for _ in range(steps):
        gradient = 2 * nd.dot(nd.dot(x, w) - y, x) / len(x)
        velocity = momentum * velocity + gradient
        w -= lr * velocity
    return w
