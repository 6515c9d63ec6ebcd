from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward(train_mode=False)
    return x.grad
