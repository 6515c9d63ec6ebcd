# mistake: At a drop the rate becomes lr * factor, from the first rate, so a second drop has no effect. It must be multiplied again at each drop: rate *= factor.
# named: one-drop-only
from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    """SGD as in PyTorch: the rate is applied to the velocity, and is no part of it."""
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    parameters = [p for p in net.collect_params().values() if p.grad_req != "null"]
    velocities = {}
    rate = lr
    for number, (data, label) in enumerate(batches):
        if number in drops:
            rate = lr * factor
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for p in parameters:
            if p.name in velocities:
                velocities[p.name] = momentum * velocities[p.name] + p.grad()
            else:
                velocities[p.name] = p.grad().copy()
            p.set_data(p.data() - rate * velocities[p.name])
