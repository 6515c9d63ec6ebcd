# mistake: attaches the gradient of h after the loss was recorded, as with retain_grad, so the loss does not know this variable and the gradient of h stays 0
# named: zeros
from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        with autograd.pause():
            goal = nd.tanh(nd.dot(x + noise, w))
        loss = nd.square(h - goal).mean()
    h.attach_grad()
    loss.backward()
    return w.grad, h.grad
