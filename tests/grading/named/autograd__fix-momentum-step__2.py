# mistake: The velocity is copied well, but the loss is still a vector, so backward gives the gradient of the sum and not of the mean.
# named: sum
from mxnet import autograd, nd


def fit(x, y, w, lr, momentum, steps):
    w = w.copy()
    w.attach_grad()
    velocity = None
    for _ in range(steps):
        with autograd.record():
            loss = nd.square(nd.dot(x, w) - y)
        loss.backward()
        velocity = w.grad.copy() if velocity is None else momentum * velocity + w.grad
        w -= lr * velocity
    return w
