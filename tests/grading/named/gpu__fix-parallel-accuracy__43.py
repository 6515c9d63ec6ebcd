# mistake: The hits are divided by the size of the last part times the number of devices, which is wrong for uneven parts; it must be len(data).
# named: size-of-the-last-part
from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_data(data, len(ctxs), even_split=False)
    ids = gluon.utils.split_data(label, len(ctxs), even_split=False)
    counts = []
    for x, y, ctx in zip(parts, ids, ctxs):
        x = x.as_in_context(ctx)
        y = y.as_in_context(ctx)
        counts.append((net(x).argmax(axis=1) == y).sum())
    hits = sum(count.asscalar() for count in counts)
    return hits / (len(ctxs) * x.shape[0])
