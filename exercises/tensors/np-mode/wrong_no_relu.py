"""There is no relu between the layers.

Two Dense layers without an activation are one linear map: pass `activation="relu"` to the first one.
"""

from mxnet import autograd, gluon, npx
from mxnet.gluon import nn

npx.set_np()


def step_np(x, y, w1, w2, lr):
    net = nn.HybridSequential()
    for w in (w1, w2):
        net.add(nn.Dense(w.shape[0], use_bias=False, in_units=w.shape[1]))
    net.initialize()
    parameters = list(net.collect_params().values())
    for parameter, w in zip(parameters, (w1, w2)):
        parameter.set_data(w.as_np_ndarray())
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x.as_np_ndarray()), y.as_np_ndarray())
    loss.backward()
    trainer.step(x.shape[0])
    return loss.mean().item(), [parameter.data() for parameter in parameters]
