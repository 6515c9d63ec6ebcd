from mxnet import autograd, nd


def both_gradients(x):
    x.attach_grad()
    with autograd.record():
        h = nd.tanh(x)
        h.attach_grad()
        loss = (h**2).sum()
    loss.backward()
    return x.grad, h.grad
