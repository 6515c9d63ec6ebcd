from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    samples = sum(label.size for _, label in validation)
    losses, accuracies = [], []
    for _ in range(epochs):
        means = []
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            trainer.step(1)
            trainer.optimizer.momentum = momentum
            means.append(float(loss.asscalar()))
        losses.append(sum(means) / len(means))
        trainer.set_learning_rate(trainer.learning_rate * gamma)
        trainer.optimizer.momentum = momentum * gamma
        hits = 0.0
        for data, label in validation:
            hits += (net(data).argmax(axis=1) == label).sum().asscalar()
        accuracies.append(hits / samples)
    return losses, accuracies
