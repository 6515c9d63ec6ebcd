# mistake: wd_mult is set to 0 for the biases only, so gamma and beta of the BatchNorm still decay.
# named: normalisation-decays
import mxnet as mx
from mxnet import autograd, gluon, nd


def train_groups(net, batches, lr, head_lr, weight_decay):
    for name, param in net.collect_params().items():
        if name.endswith("bias"):
            param.wd_mult = 0.0
    for param in net[-1].collect_params().values():
        param.lr_mult = head_lr / lr
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(
        net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay}
    )
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
