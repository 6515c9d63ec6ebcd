# mistake: The velocity is momentum * last gradient + gradient and not momentum * last velocity + gradient, which is wrong from the third step on.
# named: last-gradient
from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    previous = nd.zeros_like(w)
    for _ in range(steps):
        with autograd.record():
            loss = nd.mean(nd.square(nd.dot(x, w) - y))
        loss.backward()
        velocity = momentum * previous + w.grad
        w -= lr * velocity
        # backward writes into w.grad again, so keep a copy
        previous = w.grad.copy()
    return w
