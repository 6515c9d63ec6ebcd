from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"wd": weight_decay})
    samples = sum(label.size for _, label in validation)
    losses, accuracies = [], []
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
        hits = 0.0
        for data, label in validation:
            hits += (net(data).argmax(axis=1) == label).sum().asscalar()
        accuracies.append(hits / samples)
    return losses, accuracies
