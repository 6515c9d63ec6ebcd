# mistake: Steps with the number of batches instead of the number of samples in the batch.
# named: step-dataset
from mxnet import autograd, gluon


def train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(len(batches))
