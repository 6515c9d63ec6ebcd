"""The gradient is half of the right one.

The goal is the mean of the squares, without a factor of one half: leave out the division by 2. `gluon.loss.L2Loss` has this factor.
"""

from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    w.attach_grad(grad_req="add")
    n, _ = x.shape
    for _ in range(steps):
        for begin in range(0, n, size):
            part = slice(begin, begin + size)
            with autograd.record():
                losses = nd.square(nd.dot(x[part], w) - y[part])
            losses.backward()
        w -= lr / (2 * n) * w.grad
        w.grad[:] = 0
    return w
