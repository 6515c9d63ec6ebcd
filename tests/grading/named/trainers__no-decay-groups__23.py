# mistake: The Trainer of the last layer gets no wd, so the head's weight does not decay; it needs wd=weight_decay as well.
# named: head-not-decayed
import mxnet as mx
from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    params = net.collect_params()
    for name, param in params.items():
        if name.endswith(("bias", "gamma", "beta")):
            param.wd_mult = 0.0
    head = net[-1].collect_params()
    body = [param for name, param in params.items() if name not in head]
    trainers = [
        gluon.Trainer(body, "sgd", {"learning_rate": lr, "wd": weight_decay}),
        gluon.Trainer(head, "sgd", {"learning_rate": head_lr}),
    ]
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        for trainer in trainers:
            trainer.step(data.shape[0])
