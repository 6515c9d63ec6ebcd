from mxnet import autograd


def ascend(w, x, lr, steps):
    for _ in range(steps):
        w.attach_grad()
        with autograd.record():
            y = x * w - 0.5 * w * w
        y.backward()
        w = w + lr * w.grad
    return w
