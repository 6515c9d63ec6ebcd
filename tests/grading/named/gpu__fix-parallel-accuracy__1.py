# mistake: as_in_context returns a new array and its result is still thrown away, so cpu(0) does all the work.
# named: copies-dropped
from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_data(data, len(ctxs), even_split=False)
    ids = gluon.utils.split_data(label, len(ctxs), even_split=False)
    hits = []
    for x, y, ctx in zip(parts, ids, ctxs):
        x.as_in_context(ctx)
        y.as_in_context(ctx)
        hits.append((net(x).argmax(axis=1) == y).sum())
    return sum(h.asscalar() for h in hits) / len(data)
