"""The step is half of PyTorch's.

The two losses are added, so only the size of one batch divides: with two means it is `step(1)`, with one loss per
sample `step(n)`.
"""

from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        ones, zeros = nd.ones(real.shape[0]), nd.zeros(fake.shape[0])
        with autograd.record():
            real_loss = loss_fn(net(real), ones).mean()
            fake_loss = loss_fn(net(fake), zeros).mean()
            loss = real_loss + fake_loss
        loss.backward()
        trainer.step(2)
        losses.append(loss.asscalar())
    return losses
