"""A list of one context is not handled.

For one part `nd.split` returns the array itself, not a list of one array, so your loop runs on a row of the batch.
Split the batch in a way that gives a list for any number of contexts.
"""

from mxnet import autograd, gluon, nd


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    with autograd.record():
        for ctx, x, y in zip(ctxs, nd.split(data, len(ctxs), axis=0), nd.split(label, len(ctxs), axis=0)):
            losses.append(loss_fn(net(x.as_in_context(ctx)), y.as_in_context(ctx)))
    autograd.backward(losses)
    trainer.step(len(data))
