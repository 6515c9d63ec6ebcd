"""The loss already applies the softmax that the code adds.

`SoftmaxCrossEntropyLoss` takes the raw outputs and applies softmax itself: leave `nd.softmax` out.
"""

from mxnet import autograd, gluon, nd


def train_step(net, data, label, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(nd.softmax(net(data)), label)
    loss.backward()
    trainer.step(data.shape[0])
