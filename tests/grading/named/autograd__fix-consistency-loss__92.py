# mistake: attaches a gradient to w only at the first call and returns this buffer itself, so the next call overwrites the gradient that an earlier call returned
# named: result-overwritten
from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    if w.grad is None:
        w.attach_grad()
    goal = nd.tanh(nd.dot(x + noise, w)).detach()

    with autograd.record():
        h = nd.tanh(nd.dot(x, w))

    top = h.detach()
    top.attach_grad()
    with autograd.record():
        loss = nd.square(top - goal).mean()

    loss.backward()
    h.backward(top.grad)
    return w.grad, top.grad
