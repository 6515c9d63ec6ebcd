"""The step divides by the number of all samples.

PyTorch adds the means of the batches, and a smaller batch counts as much as a larger one: take the mean of each batch, and divide by `every`.
"""

from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    params = net.collect_params()
    params.setattr("grad_req", "add")
    params.zero_grad()
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr})

    samples = 0
    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        samples += data.shape[0]
        if number % every == 0:
            trainer.step(samples)
            params.zero_grad()
            samples = 0
