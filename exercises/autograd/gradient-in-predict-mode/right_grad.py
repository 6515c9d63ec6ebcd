from mxnet import autograd


def saliency(net, x):
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x).sum()
    return autograd.grad(y, [x], train_mode=False)[0]
