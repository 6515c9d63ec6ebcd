"""The batches are put into a list first, and the samples are counted before the training."""

import os

from mxnet import autograd, gluon, nd


def train(net, batches, epochs, lr, momentum, gamma, folder):
    batches = list(batches)
    samples = sum(len(data) for data, _ in batches)
    print(samples, "samples in each epoch")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"momentum": momentum})
    done = 0
    if os.path.exists(os.path.join(folder, "done")):
        done = len(nd.load(os.path.join(folder, "done"))[0])
        net.load_parameters(os.path.join(folder, "params"))
        trainer.load_states(os.path.join(folder, "states"))
    losses = []
    for epoch in range(done, epochs):
        trainer.set_learning_rate(lr * gamma**epoch)
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
            loss.backward()
            trainer.step(1)
            total += float(loss.asscalar())
        losses.append(total / len(batches))
        net.save_parameters(os.path.join(folder, "params"))
        trainer.save_states(os.path.join(folder, "states"))
        nd.save(os.path.join(folder, "done"), nd.arange(epoch + 1))
    return losses
