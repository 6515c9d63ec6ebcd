# mistake: Gluon's L2Loss is half of the squared error, so the gradient has half the size; right is the mean of the full squares.
# named: half-loss
from mxnet import autograd, gluon, nd


def fit(x, y, w, lr, momentum, steps):
    loss_fn = gluon.loss.L2Loss()
    w = w.copy()
    w.attach_grad()
    velocity = None
    for _ in range(steps):
        with autograd.record():
            loss = loss_fn(nd.dot(x, w), y).mean()
        loss.backward()
        if velocity is None:
            velocity = w.grad.copy()
        else:
            velocity = momentum * velocity + w.grad
        w -= lr * velocity
    return w
