# mistake: lr_mult is a factor of the rate, but it is set to head_lr itself, so the head learns at lr * head_lr.
# named: rate-as-factor
import mxnet as mx
from mxnet import autograd, gluon, nd


def train_groups(net, batches, lr, head_lr, weight_decay):
    for param in net.collect_params().values():
        if len(param.shape) == 1:
            param.wd_mult = 0.0
    net[-1].weight.lr_mult = head_lr
    net[-1].bias.lr_mult = head_lr
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(
        net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay}
    )
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
