# mistake: Puts torch's h.retain_grad() back, a method that an NDArray does not have.
# named: retain-grad, unknown-name
from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        h.retain_grad()
        loss = (h**2).sum()
    loss.backward()
    return x.grad, h.grad
