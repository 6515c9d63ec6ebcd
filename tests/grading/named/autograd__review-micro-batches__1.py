# mistake: attach_grad() without grad_req="add" overwrites the gradient, so only the last slice counts.
# named: overwritten
from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    w.attach_grad()
    n = x.shape[0]
    for _ in range(steps):
        for i in range(0, n, size):
            xs, ys = x[i : i + size], y[i : i + size]
            with autograd.record():
                loss = nd.square(nd.dot(xs, w) - ys).sum() / n
            loss.backward()
        w[:] = w - lr * w.grad
        w.grad[:] = 0
    return w.detach()
