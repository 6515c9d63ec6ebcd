from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(len(data))
        if (epoch + 1) % step_size == 0:
            trainer.set_learning_rate(trainer.learning_rate * gamma)
