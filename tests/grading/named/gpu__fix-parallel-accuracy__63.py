# mistake: Uses `with ctx:` to choose the device; it sets only the default context of new arrays, the parts stay on cpu(0) and one device does all the work. Right: x = x.as_in_context(ctx), y = y.as_in_context(ctx).
# named: copies-dropped
from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_data(data, len(ctxs), even_split=False)
    ids = gluon.utils.split_data(label, len(ctxs), even_split=False)
    hits = 0.0
    for x, y, ctx in zip(parts, ids, ctxs):
        with ctx:
            predicted = net(x).argmax(axis=1)
            hits += float((predicted == y.astype("float32")).sum().asscalar())
    return hits / data.shape[0]
