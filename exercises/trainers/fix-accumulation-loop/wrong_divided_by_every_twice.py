"""The gradient is divided by `every` twice.

The loss is divided by `every` already, so `step` must not do it again.
"""

from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    parameters = net.collect_params()
    parameters.setattr("grad_req", "add")
    parameters.zero_grad()
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label).mean() / every
        loss.backward()
        if number % every == 0:
            trainer.step(every)
            parameters.zero_grad()
