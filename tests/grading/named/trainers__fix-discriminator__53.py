# mistake: trainer.step divides the summed losses by the size of the first batch for every pair; wrong where a later batch has another size.
# named: first-size
from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    bce = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    batch_size = None
    for real, fake in zip(reals, fakes):
        if batch_size is None:
            batch_size = real.shape[0]
        with autograd.record():
            real_out = net(real)
            fake_out = net(fake.detach())
            loss = bce(real_out, nd.ones_like(real_out)) + bce(fake_out, nd.zeros_like(fake_out))
        loss.backward()
        trainer.step(batch_size)
        losses.append(float(loss.mean().asscalar()))
    return losses
