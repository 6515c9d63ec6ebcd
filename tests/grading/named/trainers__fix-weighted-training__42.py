# mistake: The sample weights get the shape (1, n), which is broadcast against the losses (n, 1), so each sample gets the mean weight; they need the shape (n, 1), expand_dims(axis=1).
# named: weights-in-one-axis
from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = nd.take(weights, label)
        with autograd.record():
            loss = loss_fn(net(data), label, shares.expand_dims(axis=0))
        loss.backward()
        trainer.step(shares.sum().asscalar())
