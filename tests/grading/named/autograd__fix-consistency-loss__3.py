# mistake: the second backward is called without the head gradient h.grad, so it goes through h with ones.
# named: ones-as-head
from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    w.attach_grad()
    with autograd.record():
        hidden = nd.tanh(nd.dot(x, w))
    goal = nd.tanh(nd.dot(x + noise, w))
    h = hidden.detach()
    h.attach_grad()
    with autograd.record():
        loss = nd.square(h - goal).mean()
    loss.backward()
    hidden.backward()
    return w.grad, h.grad
