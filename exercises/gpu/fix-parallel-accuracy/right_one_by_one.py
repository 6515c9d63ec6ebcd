from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_data(data, len(ctxs), even_split=False)
    ids = gluon.utils.split_data(label, len(ctxs), even_split=False)
    hits = 0
    for x, y, ctx in zip(parts, ids, ctxs):
        found = net(x.as_in_context(ctx)).argmax(axis=1) == y.as_in_context(ctx)
        hits = hits + found.sum().as_in_context(ctxs[0])
    return (hits / len(data)).asscalar()
