# mistake: nd.split only makes equal parts and raises an error when the rows do not divide evenly (and returns no list for one part), unlike tensor_split; split_and_load(..., even_split=False) or slices are needed.
# named: uneven-parts
from mxnet import nd


def feature_means(fn, x, ctxs):
    parts = nd.split(x, num_outputs=len(ctxs), axis=0)
    features = [fn(part.as_in_context(ctx)) for part, ctx in zip(parts, ctxs)]
    total = features[0].sum(axis=0)
    for f in features[1:]:
        total = total + f.sum(axis=0).as_in_context(ctxs[0])
    mean = total.as_in_context(ctxs[0]) / len(x)
    return [mean.as_in_context(ctx) for ctx in ctxs]
