"""Only the first group of batches makes a step.

The count of the batches goes on after the first step: test `number % every == 0`, or set the count to 0 after each step.
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
        if number == every:
            trainer.step(1)
            parameters.zero_grad()
