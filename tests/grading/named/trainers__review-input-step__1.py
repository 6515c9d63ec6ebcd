# mistake: record() switches to training mode, so BatchNorm uses and updates the statistics of the batch and Dropout is on.
# named: training-mode
import mxnet as mx
from mxnet import autograd, gluon, nd


def move_input(net, data, label, size):
    x = data.copy()
    x.attach_grad()
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(x), label).mean()
    loss.backward()
    return data + size * x.grad
