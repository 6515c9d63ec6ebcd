from mxnet import autograd, gluon


def train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(1)
