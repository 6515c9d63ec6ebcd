"""The gradient is a sum over the samples, not a mean.

One loss per sample needs `step(n)` with the batch size; with two means it is `step(1)`.
"""

from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        ones, zeros = nd.ones(real.shape[0]), nd.zeros(fake.shape[0])
        with autograd.record():
            real_loss = loss_fn(net(real), ones)
            fake_loss = loss_fn(net(fake), zeros)
            loss = real_loss + fake_loss
        loss.backward()
        trainer.step(1)
        losses.append(loss.mean().asscalar())
    return losses
