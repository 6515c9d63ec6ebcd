from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, kvstore="dist_sync")
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(2)
