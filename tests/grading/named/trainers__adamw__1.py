# mistake: `wd` of MXNet's Adam is added to the gradient (L2), it is not the decoupled decay of AdamW.
# named: adam
import mxnet as mx
from mxnet import autograd, gluon, nd


def train_adamw(net, batches, lr, weight_decay, betas):
    params = net.collect_params()
    for p in params.values():
        if len(p.shape) == 1:
            p.wd_mult = 0.0
    trainer = gluon.Trainer(
        params,
        "adam",
        {"learning_rate": lr, "wd": weight_decay, "beta1": betas[0], "beta2": betas[1], "epsilon": 1e-8},
    )
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(1)
