# mistake: step still divides by the size of the last batch although the loss is a mean already.
# named: divided-twice
from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    params = net.collect_params()
    for p in params.values():
        if p.grad_req != "null":
            p.grad_req = "add"
    params.zero_grad()
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr})
    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label).mean() / every
        loss.backward()
        if number % every == 0:
            trainer.step(data.shape[0])
            params.zero_grad()
