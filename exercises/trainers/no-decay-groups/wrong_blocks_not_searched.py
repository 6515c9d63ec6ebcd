"""The normalisations inside a block decay.

A layer of the net can be a block with layers of its own, and a loop over the net does not go into it: choose the Parameters by their names, because
`collect_params()` has those of all blocks.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_groups(net, batches, lr, head_lr, weight_decay):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    for layer in net:
        if isinstance(layer, (nn.BatchNorm, nn.LayerNorm)):
            layer.collect_params().setattr("wd_mult", 0.0)
    net[-1].collect_params().setattr("lr_mult", head_lr / lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
