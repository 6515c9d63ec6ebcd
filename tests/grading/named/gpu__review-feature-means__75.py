# mistake: (1) The parts have n // k rows, so the remaining rows are left out, a right answer splits as tensor_split; (2) nd.add_n gets the sums from several devices, a right answer moves them to one context first.
# named: rest-left-out
from mxnet import nd


def feature_means(fn, x, ctxs):
    step = x.shape[0] // len(ctxs)
    sums = []
    for i, ctx in enumerate(ctxs):
        part = x[i * step:(i + 1) * step].as_in_context(ctx)
        sums.append(fn(part).sum(axis=0))
    mean = nd.add_n(*sums) / x.shape[0]
    return [mean.as_in_context(ctx) for ctx in ctxs]
