from mxnet import gluon


def split_batch(x, ctxs):
    return gluon.utils.split_and_load(x, ctxs, even_split=False)
