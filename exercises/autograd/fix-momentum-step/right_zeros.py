from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    velocity = nd.zeros_like(w)
    for _ in range(steps):
        w.attach_grad()
        with autograd.record():
            losses = nd.square(nd.dot(x, w) - y)
        losses.backward()
        velocity = momentum * velocity + w.grad / x.shape[0]
        w = w - lr * velocity
    return w
