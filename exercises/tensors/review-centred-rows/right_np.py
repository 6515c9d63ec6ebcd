from mxnet import np


def centre(scores, valid):
    present = valid.as_np_ndarray().astype("bool")
    kept = scores.as_np_ndarray().copy()
    kept[np.logical_not(present)] = 0
    count = np.maximum(present.sum(axis=1, keepdims=True), 1)
    return (kept - kept.sum(axis=1, keepdims=True) / count) * present
