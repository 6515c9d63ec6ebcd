# mistake: The forward pass is in predict mode, but backward() still runs in train mode by default, so BatchNorm and Dropout use the wrong gradient.
# named: backward-training
from mxnet import autograd, nd


def saliency(net, x, labels):
    x = x.copy()
    x.attach_grad()
    with autograd.record(train_mode=False):
        chosen = nd.pick(net(x), labels, axis=1)
    chosen.backward()
    return x.grad.abs()
