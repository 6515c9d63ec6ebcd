# mistake: lr_mult of the last layer is set to head_lr itself, but it is a factor on the Trainer's rate, so the head learns at lr * head_lr.
# named: rate-as-factor
import mxnet as mx
from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    for p in net.collect_params().values():
        p.wd_mult = 1.0 if len(p.shape) > 1 else 0.0
    for p in net[-1].collect_params().values():
        p.lr_mult = head_lr
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(1)
