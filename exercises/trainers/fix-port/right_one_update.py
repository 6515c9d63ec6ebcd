from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"wd": weight_decay})
    samples = sum(label.size for _, label in validation)
    losses, checks = [], []
    for epoch in range(epochs):
        trainer.set_learning_rate(lr * gamma**epoch)
        trainer.optimizer.momentum = momentum * gamma  # for the first step after a drop
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            trainer.step(1)
            trainer.optimizer.momentum = momentum
            total += float(loss.asscalar())
        losses.append(total / len(batches))
        total = 0.0
        for data, label in validation:
            total += loss_fn(net(data), label).sum().asscalar()
        checks.append(total / samples)
    return losses, checks
