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
    for parameter, w in zip(parameters, (w1, w2)):
        parameter.set_data(w.as_np_ndarray())
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr, "clip_gradient": 500.0})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(x.as_np_ndarray()), y.as_np_ndarray())
    loss.backward()
    trainer.step(x.shape[0])
    return loss.mean().item(), [parameter.data() for parameter in parameters]
