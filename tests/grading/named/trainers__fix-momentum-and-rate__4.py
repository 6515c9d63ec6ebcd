# mistake: the first velocity is the gradient array itself and not a copy, so the next backward overwrites it.
# named: gradient-kept
from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    velocity = {}
    for number, (data, label) in enumerate(batches):
        if number in drops:
            lr *= factor
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for name, p in net.collect_params().items():
            if p.grad_req == "null":
                continue
            if name in velocity:
                velocity[name] = momentum * velocity[name] + p.grad()
            else:
                velocity[name] = p.grad()
            p.set_data(p.data() - lr * velocity[name])
