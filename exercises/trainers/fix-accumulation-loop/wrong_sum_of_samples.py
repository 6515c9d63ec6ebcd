"""The gradient of a batch is a sum over its samples.

`step(1)` does not divide the gradient: keep the mean of each loss.
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
            loss = loss_fn(net(data), label) / every
        loss.backward()
        if number % every == 0:
            trainer.step(1)
            parameters.zero_grad()
