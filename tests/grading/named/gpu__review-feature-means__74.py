# mistake: fn is called on the part while it is still on the device of x, and only the features are moved; a right answer moves the part to its context before it calls fn.
# named: features-moved
def _split(x, k):
    n = x.shape[0]
    bounds = [i * (n // k) + min(i, n % k) for i in range(k + 1)]
    return [x[a:b] for a, b in zip(bounds[:-1], bounds[1:])]


def feature_means(fn, x, ctxs):
    home = ctxs[0]
    sums = []
    for part, ctx in zip(_split(x, len(ctxs)), ctxs):
        features = fn(part).as_in_context(ctx)
        sums.append(features.sum(axis=0).as_in_context(home))
    mean = sum(sums) / x.shape[0]
    return [mean.as_in_context(ctx) for ctx in ctxs]
