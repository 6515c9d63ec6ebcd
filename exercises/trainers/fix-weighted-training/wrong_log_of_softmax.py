"""The logarithm of a probability that is rounded to 0 is infinite.

For outputs that are far apart float32 has no such small probability: use `nd.log_softmax`, or Gluon's loss.
"""

from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    for data, label in batches:
        shares = nd.take(weights, label)
        with autograd.record():
            losses = -nd.log(nd.softmax(net(data))).pick(label) * shares
        losses.backward()
        trainer.step(shares.sum().asscalar())
