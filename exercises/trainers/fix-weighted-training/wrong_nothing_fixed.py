"""The biases decay, the weights have shape (n,), and the number of samples is the divisor.

Three mistakes are left. The pattern must fit a name from its start: `.*bias`. The weights need the shape `(n, 1)`. And PyTorch
divides by the sum of the weights of the batch.
"""

from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params("bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = nd.take(weights, label)
        with autograd.record():
            loss = loss_fn(net(data), label, shares)
        loss.backward()
        trainer.step(data.shape[0])
