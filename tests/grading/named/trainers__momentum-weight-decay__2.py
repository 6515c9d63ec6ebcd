# mistake: Makes a new Trainer for each batch, which loses the momentum.
# named: new-trainer
from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    for data, label in batches:
        trainer = gluon.Trainer(net.collect_params(), "sgd", options)
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
