# mistake: The weighted losses are divided by the number of samples and not by the sum of their weights, so the steps have another length than PyTorch's.
# named: divided-by-samples
from mxnet import autograd, gluon, nd


def train_weighted(net, batches, weights, lr, weight_decay):
    for p in net.collect_params().values():
        if len(p.shape) == 1:
            p.wd_mult = 0.0
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        # the loss multiplies an array of shape (N, 1)
        shares = nd.take(weights, label).reshape((-1, 1))
        with autograd.record():
            loss = loss_fn(net(data), label, shares)
        loss.backward()
        trainer.step(data.shape[0])
