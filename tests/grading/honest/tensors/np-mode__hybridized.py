"""Hybridizes the net and the loss."""

from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn

npx.set_np()


def step_np(x, y, w1, w2, lr):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    net = nn.HybridSequential()
    net.add(nn.Dense(w1.shape[0], use_bias=False), nn.Activation("relu"), nn.Dense(w2.shape[0], use_bias=False))
    net.initialize(init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    net(x)
    for layer, w in ((net[0], w1), (net[2], w2)):
        layer.weight.set_data(np.array(w.asnumpy()))
    loss_fn = gluon.loss.SoftmaxCELoss()
    loss_fn.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, kvstore=None)
    with autograd.record():
        loss = loss_fn(net(x), y)
    loss.backward()
    trainer.step(len(x))
    return float(loss.mean()), [net[0].weight.data(), net[2].weight.data()]
