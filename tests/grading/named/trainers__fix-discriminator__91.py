# mistake: The gradients are added with grad_req "add" but never set to zero, so each step also contains the gradients of all pairs before it.
# named: all-pairs-added
from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    params = net.collect_params()
    params.setattr("grad_req", "add")
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        with autograd.record():
            output = net(real)
            real_loss = loss_fn(output, nd.ones_like(output)).mean()
        real_loss.backward()
        with autograd.record():
            output = net(fake.detach())
            fake_loss = loss_fn(output, nd.zeros_like(output)).mean()
        fake_loss.backward()
        trainer.step(1)
        losses.append(float((real_loss + fake_loss).asscalar()))
    return losses
