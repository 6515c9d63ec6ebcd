from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"wd": weight_decay})
    samples = sum(label.size for _, label in validation)
    losses, checks = [], []
    for epoch in range(epochs):
        trainer.set_learning_rate(lr * gamma**epoch)
        means = []
        for number, (data, label) in enumerate(batches):
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            after_drop = epoch > 0 and number == 0
            trainer.optimizer.momentum = momentum * gamma if after_drop else momentum
            trainer.step(1)
            means.append(float(loss.asscalar()))
        losses.append(sum(means) / len(means))
        total = 0.0
        for data, label in validation:
            total += loss_fn(net(data), label).sum().asscalar()
        checks.append(total / samples)
    return losses, checks
