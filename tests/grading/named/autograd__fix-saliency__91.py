# mistake: records in predict mode, but backward() keeps its default train_mode=True, so BatchNorm and Dropout go backward in training mode
# named: backward-training
from mxnet import autograd, nd


def saliency(net, x, labels):
    x = x.copy()
    x.attach_grad()
    with autograd.record(train_mode=False):
        chosen = nd.pick(net(x), labels, axis=1)
    chosen.backward()
    return x.grad.abs()
