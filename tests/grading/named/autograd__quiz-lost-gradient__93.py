# mistake: the gradient of h is recovered by dividing by 1 - h*h, which is 0/0 = nan where tanh saturates at 1 or -1
# named: divided
from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        loss = (h**2).sum()
    loss.backward()
    # chain rule: dloss/dx = dloss/dh * (1 - h^2)
    h = h.detach()
    h_grad = x.grad / (1 - h * h)
    return x.grad, h_grad
