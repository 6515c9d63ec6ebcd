"""Every step uses the size of the first batch.

You divide every gradient by the same size, but the last batch is smaller: use the size of each batch, `trainer.step(data.shape[0])`.
"""

from mxnet import autograd, gluon


def train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    batch_size = batches[0][0].shape[0]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(batch_size)
