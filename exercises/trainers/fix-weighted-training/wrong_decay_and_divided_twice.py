"""The biases decay, and the gradient is divided twice.

Two mistakes are left. The pattern must fit a name from its start: `.*bias`. And the sum of the weights is the only divisor: divide the
sum of the losses by it, and use `step(1)`.
"""

from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params("bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = nd.take(weights, label).expand_dims(1)
        with autograd.record():
            loss = loss_fn(net(data), label, shares).sum() / shares.sum()
        loss.backward()
        trainer.step(data.shape[0])
