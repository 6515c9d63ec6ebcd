from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    velocity = nd.zeros_like(w)
    for _ in range(steps):
        with autograd.record():
            losses = nd.square(nd.dot(x, w) - y)
        (gradient,) = autograd.grad(losses, [w], head_grads=nd.full(losses.shape, 1 / losses.size))
        velocity = momentum * velocity + gradient
        w -= lr * velocity
    return w
