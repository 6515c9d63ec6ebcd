# mistake: The loss is averaged already and step divides by the batch size once more, so each step is too small.
# named: divided-twice
import mxnet as mx
from mxnet import autograd, gluon, nd


def train_groups(net, batches, lr, head_lr, weight_decay):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    body = {p.name: p for layer in list(net)[:-1] for p in layer.collect_params().values()}
    matrices = [p for p in body.values() if len(p.shape) > 1]
    others = [p for p in body.values() if len(p.shape) == 1]
    trainers = [
        gluon.Trainer(matrices, "sgd", {"learning_rate": lr, "wd": weight_decay}),
        gluon.Trainer(others, "sgd", {"learning_rate": lr, "wd": 0.0}),
        gluon.Trainer([net[-1].weight], "sgd", {"learning_rate": head_lr, "wd": weight_decay}),
        gluon.Trainer([net[-1].bias], "sgd", {"learning_rate": head_lr, "wd": 0.0}),
    ]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for trainer in trainers:
            if trainer._params:
                trainer.step(data.shape[0])
