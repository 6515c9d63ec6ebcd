"""Only the gradients of the weights are added up.

The biases keep `grad_req='write'`, so only the last batch counts for them: set `"add"` for all parameters.
"""

from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    parameters = net.collect_params()
    net.collect_params(".*weight").setattr("grad_req", "add")
    parameters.zero_grad()
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label).mean() / every
        loss.backward()
        if number % every == 0:
            trainer.step(1)
            parameters.zero_grad()
