"""The gradient is that of the sum, not of the mean.

`backward` of a vector sums: divide by the number of all samples.
"""

from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    w.attach_grad(grad_req="add")
    for _ in range(steps):
        for begin in range(0, len(x), size):
            part = slice(begin, begin + size)
            with autograd.record():
                losses = nd.square(nd.dot(x[part], w) - y[part])
            losses.backward()
        w -= lr * w.grad
        w.grad[:] = 0
    return w.detach()
