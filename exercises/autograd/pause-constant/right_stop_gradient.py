from mxnet import autograd, nd


def normalised_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = nd.square(x).sum()
        loss = y / nd.stop_gradient(y)
    return autograd.grad(loss, [x])[0]
