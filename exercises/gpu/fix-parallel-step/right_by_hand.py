from mxnet import autograd, gluon, nd


def parallel_step(net, data, label, ctxs, lr):
    xs = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ys = gluon.utils.split_and_load(label, ctxs, even_split=False)
    with autograd.record():
        losses = [gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y).sum() for x, y in zip(xs, ys)]
    autograd.backward(losses)
    for parameter in net.collect_params().values():
        total = sum(gradient.asnumpy() for gradient in parameter.list_grad())
        for values in parameter.list_data():
            values[:] = values - lr / data.shape[0] * nd.array(total, values.context)
