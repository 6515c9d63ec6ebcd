"""The epoch after the stop has a wrong rate.

It needs the rate of the checkpoint: do not set the first rate again, and save the states after the rate has dropped.
"""

import glob
import os

from mxnet import autograd, gluon


def train(net, batches, epochs, lr, momentum, gamma, folder):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    start = len(glob.glob(os.path.join(folder, "*.states")))
    if start:
        net.load_parameters(os.path.join(folder, f"{start}.params"))
        trainer.load_states(os.path.join(folder, f"{start}.states"))
        trainer.set_learning_rate(lr)
    losses = []
    for epoch in range(start + 1, epochs + 1):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
            loss.backward()
            trainer.step(1)
            total += float(loss.asscalar())
        losses.append(total / len(batches))
        trainer.set_learning_rate(trainer.learning_rate * gamma)
        net.save_parameters(os.path.join(folder, f"{epoch}.params"))
        trainer.save_states(os.path.join(folder, f"{epoch}.states"))
    return losses
