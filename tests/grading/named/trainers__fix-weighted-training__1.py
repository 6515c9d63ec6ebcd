# mistake: collect_params("bias") still matches only names that start with bias, so no bias is found and the biases decay.
# named: biases-decay
from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params("bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = nd.take(weights, label)
        with autograd.record():
            loss = loss_fn(net(data), label, shares.reshape((-1, 1)))
        loss.backward()
        trainer.step(shares.sum().asscalar())
