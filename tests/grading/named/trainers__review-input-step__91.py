# mistake: backward is called on the losses of all samples, which sums them, so the gradient is that of the sum and not of the mean.
# named: sum
import mxnet as mx
from mxnet import autograd, gluon, nd


def move_input(net, data, label, size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    x = data.copy()
    x.attach_grad()
    with autograd.record(train_mode=False):
        loss = loss_fn(net(x), label)
    loss.backward(train_mode=False)
    return data + size * x.grad
