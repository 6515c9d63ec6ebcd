from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    xs = gluon.utils.split_and_load(data, ctxs)
    ys = gluon.utils.split_and_load(label, ctxs)
    with autograd.record():
        losses = [gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y).sum() for x, y in zip(xs, ys)]
    autograd.backward(losses)
    for parameter in net.collect_params().values():
        home = ctxs[0]
        total = sum(gradient.copyto(home) for gradient in parameter.list_grad())
        parameter.set_data(parameter.data(home) - lr / data.shape[0] * total)
