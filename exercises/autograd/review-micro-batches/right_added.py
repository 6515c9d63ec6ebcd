from mxnet import autograd, nd


def fit(w, x, y, lr, size, steps):
    w = w.copy()
    w.attach_grad()
    for _ in range(steps):
        total = nd.zeros_like(w)
        for begin in range(0, len(x), size):
            part = slice(begin, begin + size)
            with autograd.record():
                loss = nd.square(nd.dot(x[part], w) - y[part]).sum() / len(x)
            loss.backward()
            total += w.grad
        w -= lr * total
    return w
