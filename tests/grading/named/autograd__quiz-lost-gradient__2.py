# mistake: Just removes h.attach_grad(), so x's gradient is right again but h.grad is None.
# named: no-gradient
from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        loss = (h**2).sum()
    loss.backward()
    return x.grad, h.grad
