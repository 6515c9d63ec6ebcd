from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    for p in net.collect_params().values():
        if p.data().size == p.shape[0]:
            p.wd_mult = 0.0
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = nd.take(weights, label).expand_dims(1)
        with autograd.record():
            loss = loss_fn(net(data), label, shares)
        loss.backward()
        trainer.step(shares.sum().asscalar())
