# mistake: the rate drops after the step of the batch in `drops`, so each drop comes one batch too late.
# named: drop-after
from mxnet import autograd, gluon, nd


def train(net, batches, lr, momentum, drops, factor):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    velocity = {}
    for number, (data, label) in enumerate(batches):
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for name, p in net.collect_params().items():
            if p.grad_req == "null":
                continue
            if name not in velocity:
                velocity[name] = nd.zeros_like(p.data())
            velocity[name] = momentum * velocity[name] + p.grad()
            p.set_data(p.data() - lr * velocity[name])
        if number in drops:
            lr *= factor
