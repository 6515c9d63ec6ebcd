"""Each loss gets the same weight.

Each loss needs the weight of its class. Inside the loss each sample has a row of its own: weights of shape `(n,)` or `(1, n)` are
combined with all rows, without an error. Give them the shape `(n, 1)`.
"""

from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = nd.take(weights, label)
        with autograd.record():
            loss = loss_fn(net(data), label, shares)
        loss.backward()
        trainer.step(shares.sum().asscalar())
