# mistake: The shares of the parts are still averaged with equal weights, which is wrong when the parts have different sizes.
# named: mean-of-shares
from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ids = gluon.utils.split_and_load(label, ctxs, even_split=False)
    shares = [(net(x).argmax(axis=1) == y).mean() for x, y in zip(parts, ids)]
    return sum(share.asscalar() for share in shares) / len(ctxs)
