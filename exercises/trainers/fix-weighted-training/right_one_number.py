from mxnet import autograd, gluon


def train_weighted(net, batches, weights, lr, weight_decay):
    for name, parameter in net.collect_params().items():
        if name.endswith("bias"):
            parameter.wd_mult = 0.0
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        shares = weights.take(label)
        with autograd.record():
            loss = (loss_fn(net(data), label) * shares).sum() / shares.sum()
        loss.backward()
        trainer.step(1)
