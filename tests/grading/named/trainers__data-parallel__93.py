# mistake: with one context nd.split returns an array instead of a list, so only the first row is used
# named: split-into-one
import mxnet as mx
from mxnet import autograd, gluon, nd


def parallel_step(net, data, label, ctxs, lr):
    k = len(ctxs)
    data_parts = nd.split(data, num_outputs=k, axis=0)
    label_parts = nd.split(label, num_outputs=k, axis=0)
    criterion = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': lr})
    losses = []
    with autograd.record():
        for ctx, x, y in zip(ctxs, data_parts, label_parts):
            output = net(x.as_in_context(ctx))
            losses.append(criterion(output, y.as_in_context(ctx)))
    for loss in losses:
        loss.backward()
    trainer.step(data.shape[0])
