from mxnet import autograd


def ascend(w, x, lr, steps):
    w, x = w.as_np_ndarray(), x.as_np_ndarray()
    w.attach_grad()
    for _ in range(steps):
        with autograd.record():
            y = x * w - 0.5 * w * w
            y.backward()
            with autograd.pause():
                w += lr * w.grad
    return w
