"""The net keeps its random weights.

`initialize` draws new weights: put `w1` and `w2` into the parameters with `set_data`.
"""

from mxnet import autograd, gluon, npx
from mxnet.gluon import nn

npx.set_np()


def step_np(x, y, w1, w2, lr):
    (hidden, features), classes = w1.shape, w2.shape[0]
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu", use_bias=False, in_units=features))
    net.add(nn.Dense(classes, use_bias=False, in_units=hidden))
    net.initialize()
    parameters = list(net.collect_params().values())
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x.as_np_ndarray()), y.as_np_ndarray())
    loss.backward()
    trainer.step(x.shape[0])
    return loss.mean().item(), [parameter.data() for parameter in parameters]
