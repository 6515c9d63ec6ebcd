# mistake: Calls backward on the vector of per-sample losses (summed gradient) but steps with 1, so the step is batch-size times too large.
# named: step-one
from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(1)
        means.append(loss.mean().asscalar())
    return means
