from mxnet import autograd, nd


def input_gradient(x, da, db):
    gate = nd.sigmoid(x)
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        weighted = a * da + a * gate * db
    weighted.backward()
    return x.grad
