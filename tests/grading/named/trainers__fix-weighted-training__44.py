# mistake: int() cuts the sum of the weights to a whole number before trainer.step; wrong where the sum is not a whole number (an error where it is below 1).
# named: whole-number
from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = nd.take(weights, label)
        with autograd.record():
            loss = loss_fn(net(data), label) * shares
        loss.backward()
        trainer.step(int(shares.sum().asscalar()))
