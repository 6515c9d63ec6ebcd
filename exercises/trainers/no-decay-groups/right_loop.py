from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    for name, parameter in net.collect_params().items():
        parameter.wd_mult = float(name.endswith("weight"))
    for parameter in net[-1].collect_params().values():
        parameter.lr_mult = head_lr / lr
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
        loss.backward()
        trainer.step(1)
