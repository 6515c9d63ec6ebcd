"""An Updater of the optimizer in place of a Trainer."""

import mxnet as mx
from mxnet import autograd, gluon


def train_step(net, data, label, lr):
    update = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=lr, wd=0.0))
    loss_of = gluon.loss.SoftmaxCELoss()
    with autograd.record():
        loss = loss_of(net(data), label).mean()
    loss.backward()
    for number, parameter in enumerate(net.collect_params().values()):
        if parameter.grad_req != "null":
            update(number, parameter.grad(), parameter.data())
