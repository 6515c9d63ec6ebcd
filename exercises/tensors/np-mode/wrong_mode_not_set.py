"""The new weights are returned as `NDArray`s.

Without `npx.set_np()` the parameters are `NDArray`s, and the net does not accept `mx.np` arrays or returns `NDArray`s: call it once at the top of the
module.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def step_np(x, y, w1, w2, lr):
    (hidden, features), classes = w1.shape, w2.shape[0]
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu", use_bias=False, in_units=features))
    net.add(nn.Dense(classes, use_bias=False, in_units=hidden))
    net.initialize()
    parameters = list(net.collect_params().values())
    for parameter, w in zip(parameters, (w1, w2)):
        parameter.set_data(w)
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y)
    loss.backward()
    trainer.step(x.shape[0])
    return loss.mean().asscalar().item(), [parameter.data() for parameter in parameters]
