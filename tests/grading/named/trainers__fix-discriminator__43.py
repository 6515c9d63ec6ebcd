# mistake: step(2) halves the gradient of the sum of the two mean losses; right is step(1).
# named: step-constant, half-step
from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBCELoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        with autograd.record():
            output = net(real)
            real_loss = loss_fn(output, nd.ones_like(output)).mean()
            output = net(fake.detach())
            fake_loss = loss_fn(output, nd.zeros_like(output)).mean()
            loss = real_loss + fake_loss
        loss.backward()
        trainer.step(2)
        losses.append(float(loss.asscalar()))
    return losses
