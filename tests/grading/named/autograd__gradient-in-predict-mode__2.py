# mistake: Calls net.eval() as in torch, which Gluon blocks do not have.
# named: eval, torch-name
from mxnet import autograd


def saliency(net, x):
    net.eval()
    x = x.copy()
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x).sum()
    y.backward(train_mode=False)
    return x.grad
