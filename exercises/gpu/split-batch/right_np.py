from mxnet import np


def split_batch(x, ctxs):
    parts = np.array_split(x.as_np_ndarray(), len(ctxs))
    return [part.as_in_ctx(ctx) for part, ctx in zip(parts, ctxs)]
