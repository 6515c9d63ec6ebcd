# mistake: The mean of each slice is divided by the number of slices, so the samples of the smaller last slice weigh too much.
# named: mean-of-means
import math

from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    w.attach_grad(grad_req="add")
    n = x.shape[0]
    slices = math.ceil(n / size)
    for _ in range(steps):
        w.grad[:] = 0
        for i in range(slices):
            xs, ys = x[i * size : (i + 1) * size], y[i * size : (i + 1) * size]
            with autograd.record():
                loss = ((nd.dot(xs, w) - ys) ** 2).mean() / slices
            loss.backward()
        w[:] = w - lr * w.grad
    return w.detach()
