from mxnet import autograd


def ascend(w, x, lr, steps):
    w.attach_grad()
    for _ in range(steps):
        with autograd.record():
            y = (x * w - w**2 / 2).sum()
        y.backward()
        w[:] = w + lr * w.grad
    return w
