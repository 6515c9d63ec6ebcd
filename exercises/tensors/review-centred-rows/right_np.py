from mxnet import np


def centre(scores, valid):
    present = valid.as_np_ndarray() == 1
    kept = scores.as_np_ndarray().copy()
    kept[np.logical_not(present)] = 0
    weights = present.astype("float32")
    count = np.maximum(weights.sum(axis=1, keepdims=True), 1)
    return (kept - kept.sum(axis=1, keepdims=True) / count) * weights
