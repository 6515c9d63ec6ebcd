# mistake: The gamma of BatchNorm is forgotten and still decays; right is wd_mult = 0 for gamma too, that is for all parameters with one dimension.
# named: gamma-decays
from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    params = net.collect_params()
    for name, param in params.items():
        if name.endswith(("bias", "beta")):
            param.wd_mult = 0.0
    net[-1].collect_params().setattr("lr_mult", head_lr / lr)
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
