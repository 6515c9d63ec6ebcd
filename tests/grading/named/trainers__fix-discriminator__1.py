# mistake: SigmoidBinaryCrossEntropyLoss applies the sigmoid itself, and the port still applies nd.sigmoid before it.
# named: sigmoid-twice
from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        with autograd.record():
            output = nd.sigmoid(net(real))
            real_loss = loss_fn(output, nd.ones_like(output)).mean()
            output = nd.sigmoid(net(fake.detach()))
            fake_loss = loss_fn(output, nd.zeros_like(output)).mean()
            loss = real_loss + fake_loss
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    return losses
