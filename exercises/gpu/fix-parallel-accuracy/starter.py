from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_data(data, len(ctxs), even_split=False)
    ids = gluon.utils.split_data(label, len(ctxs), even_split=False)
    share = 0
    for x, y, ctx in zip(parts, ids, ctxs):
        x.as_in_context(ctx)
        y.as_in_context(ctx)
        share = share + (net(x).argmax(axis=1) == y).mean()
    return (share / len(ctxs)).asscalar()
