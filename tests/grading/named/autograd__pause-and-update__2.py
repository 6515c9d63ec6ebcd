# mistake: Rebinds w to a new array (w = w + ...) which has no gradient attached, so the second step has no w.grad.
# named: new-array
from mxnet import autograd


def ascend(w, x, lr, steps):
    w = w.copy()
    w.attach_grad()
    for _ in range(steps):
        with autograd.record():
            y = (x * w - 0.5 * w * w).sum()
        y.backward()
        w = w + lr * w.grad
    return w
