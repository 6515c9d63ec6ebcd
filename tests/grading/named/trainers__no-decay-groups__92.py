# mistake: Normalisations are looked for only among the direct layers of the net, so gamma and beta of a BatchNorm inside a nested block still decay.
# named: blocks-not-searched
import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn

NORMS = (nn.BatchNorm, nn.LayerNorm, nn.GroupNorm, nn.InstanceNorm)


def train_groups(net, batches, lr, head_lr, weight_decay):
    # biases, in all layers
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    # normalisations
    for layer in net:
        if isinstance(layer, NORMS):
            layer.collect_params().setattr("wd_mult", 0.0)

    body = list(net[:-1].collect_params().values())
    head = list(net[-1].collect_params().values())
    trainers = [
        gluon.Trainer(body, "sgd", {"learning_rate": lr, "wd": weight_decay}),
        gluon.Trainer(head, "sgd", {"learning_rate": head_lr, "wd": weight_decay}),
    ]

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        for trainer in trainers:
            trainer.step(data.shape[0])
