from mxnet import gluon


def split_batch(x, ctxs):
    parts = gluon.utils.split_data(x, len(ctxs), even_split=False)
    return [part.as_in_context(ctx) for part, ctx in zip(parts, ctxs)]
