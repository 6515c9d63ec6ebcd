# mistake: Records with the default training mode, so dropout is on and batch norm uses the batch statistics.
# named: not-predicting
from mxnet import autograd


def saliency(net, x):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = net(x).sum()
    y.backward(train_mode=False)
    return x.grad
