"""The divisor is the total of the weights of the classes.

PyTorch divides by the sum of the weights of the samples in the batch, one weight per sample: sum the weights that
`nd.take` gives for this batch.
"""

from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = nd.take(weights, label).expand_dims(1)
        with autograd.record():
            loss = loss_fn(net(data), label, shares)
        loss.backward()
        trainer.step(weights.sum().asscalar())
