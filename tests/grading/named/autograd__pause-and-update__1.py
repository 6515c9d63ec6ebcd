# mistake: Does the in-place update inside the record scope without pause, which MXNet refuses.
# named: recorded
from mxnet import autograd


def ascend(w, x, lr, steps):
    w = w.copy()
    w.attach_grad()
    with autograd.record():
        for _ in range(steps):
            y = (x * w - 0.5 * w * w).sum()
            y.backward()
            w += lr * w.grad
    return w
