# mistake: the wd of MXNet's Adam is added to the gradient (L2) and so goes through m and v, instead of shrinking the weights directly as AdamW does.
# named: adam
import mxnet as mx
from mxnet import nd
from mxnet import autograd, gluon


def train_adamw(net, batches, lr, weight_decay, betas):
    params = net.collect_params()
    for param in params.values():
        param.wd_mult = 1.0 if len(param.shape) > 1 else 0.0
    trainer = gluon.Trainer(params, "adam", {
        "learning_rate": lr,
        "beta1": betas[0],
        "beta2": betas[1],
        "epsilon": 1e-8,
        "wd": weight_decay,
    })
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
