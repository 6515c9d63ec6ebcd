# mistake: (1) scores[:] = ... changes the argument. (2) Missing elements of a row become minus the mean, they must be 0.
# named: missing-centred
from mxnet import nd


def centre(scores, valid):
    # missing elements must not count, also not NaN
    scores[:] = nd.where(valid, scores, nd.zeros_like(scores))
    count = nd.clip(valid.astype("float32").sum(axis=1, keepdims=True), 1, scores.shape[1])
    mean = scores.sum(axis=1, keepdims=True) / count
    return scores - mean
