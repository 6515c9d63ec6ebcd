from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    net.collect_params(".*_bias").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    for data, label in batches:
        shares = nd.take(weights, label)
        with autograd.record():
            loss = -nd.pick(nd.log_softmax(net(data)), label) * (shares / shares.sum())
        loss.backward()
        trainer.step(1)
