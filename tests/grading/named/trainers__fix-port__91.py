# mistake: The rate is lowered with set_learning_rate only; MXNet's momentum state still contains the old rate, so the steps after the first epoch are not PyTorch's.
# named: old-momentum
from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    losses, checks = [], []
    for epoch in range(epochs):
        trainer.set_learning_rate(lr * gamma ** epoch)
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            trainer.step(1)
            total += float(loss.asscalar())
        losses.append(total / len(batches))

        total, samples = 0.0, 0
        for data, label in validation:
            total += float(loss_fn(net(data), label).sum().asscalar())
            samples += label.shape[0]
        checks.append(total / samples)
    return losses, checks
