from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    for _ in range(steps):
        w = w.copy()
        w.attach_grad("add")
        with autograd.record():
            residuals = [
                nd.dot(x[begin : begin + size], w) - y[begin : begin + size] for begin in range(0, len(x), size)
            ]
            losses = [nd.square(r) for r in residuals]
        autograd.backward(losses, [nd.full(r.shape, 1 / len(x)) for r in residuals])
        w = w - lr * w.grad
    return w.copy()
