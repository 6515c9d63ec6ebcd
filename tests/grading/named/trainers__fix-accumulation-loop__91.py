# mistake: The loss is divided by `every` and the Trainer is also told to divide by `every`, so each step is `every` times too small.
# named: divided-by-every-twice
from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    params = net.collect_params()
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr})

    # gradients of several backward calls are summed only with grad_req="add"
    for p in params.values():
        if p.grad_req != "null":
            p.grad_req = "add"
    params.zero_grad()

    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label).mean() / every
        loss.backward()
        if number % every == 0:
            trainer.step(every)
            params.zero_grad()
