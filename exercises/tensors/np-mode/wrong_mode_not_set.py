"""The mode is never switched.

Without `npx.set_np()` the parameters are `NDArray`s, and the net does not accept `mx.np` arrays or returns `NDArray`s: call it once at the top of the module.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def step_np(x, y, w1, w2, lr):
    net = nn.HybridSequential()
    for w, activation in ((w1, "relu"), (w2, None)):
        net.add(nn.Dense(w.shape[0], activation, use_bias=False, in_units=w.shape[1]))
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
