from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    n, _ = x.shape
    for _ in range(steps):
        w.attach_grad()
        with autograd.record():
            errors = [nd.dot(x[i : i + size], w) - y[i : i + size] for i in range(0, n, size)]
        autograd.backward(errors, [2 * error for error in errors])
        w = w - lr / n * w.grad
    return w
