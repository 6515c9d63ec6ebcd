# mistake: backward on the vector of losses gives the gradient of their sum, not of their mean.
# named: sum
import mxnet as mx
from mxnet import autograd, gluon, nd


def move_input(net, data, label, size):
    x = data.copy()
    x.attach_grad()
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record(train_mode=False):
        loss = loss_fn(net(x), label)
    loss.backward(train_mode=False)
    return data + size * x.grad
