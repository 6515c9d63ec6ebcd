# mistake: Passes torch's name weight_decay to MXNet's SGD, which calls it wd.
# named: weight-decay-keyword, optimizer-option
from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    trainer = gluon.Trainer(
        net.collect_params(),
        "sgd",
        {"learning_rate": lr, "momentum": momentum, "weight_decay": weight_decay},
    )
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
