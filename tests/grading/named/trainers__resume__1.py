# mistake: The state of the Trainer is not saved, so the momentum starts at zero after a stop.
# named: momentum-lost
import os

import mxnet as mx
from mxnet import autograd, gluon, nd


def train(net, batches, epochs, lr, momentum, gamma, folder):
    path = os.path.join(folder, "net.params")
    epoch_path = os.path.join(folder, "epoch.txt")
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(
        net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum}
    )
    start = 0
    if os.path.exists(epoch_path):
        net.load_parameters(path)
        with open(epoch_path) as f:
            start = int(f.read())
    losses = []
    for epoch in range(start, epochs):
        trainer.set_learning_rate(lr * gamma ** epoch)
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.mean().asscalar()
        losses.append(float(total / len(batches)))
        net.save_parameters(path)
        with open(epoch_path, "w") as f:
            f.write(str(epoch + 1))
    return losses
