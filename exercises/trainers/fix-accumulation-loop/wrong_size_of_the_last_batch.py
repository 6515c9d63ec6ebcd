"""The sums of all batches are divided by the size of the last batch.

The batches have different sizes: take the mean of each loss inside `record`, and call `step(1)`.
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
            trainer.step(data.shape[0])
            parameters.zero_grad()
