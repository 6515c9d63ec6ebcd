"""Without a step, the result is the caller's array.

The result must be a new array for `steps = 0`, too: begin with `w.copy()`.
"""

from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    n, _ = x.shape
    for _ in range(steps):
        w.attach_grad(grad_req="add")
        for begin in range(0, n, size):
            part = slice(begin, begin + size)
            with autograd.record():
                losses = nd.square(nd.dot(x[part], w) - y[part])
            losses.backward()
        w = w - lr / n * w.grad
    return w
