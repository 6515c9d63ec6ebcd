from mxnet import np


def centre(scores, valid):
    present, scores = valid.as_np_ndarray().astype("float32"), scores.as_np_ndarray()
    kept = np.where(present, scores, np.zeros_like(scores))
    count = np.maximum(present.sum(axis=1, keepdims=True), 1)
    return (kept - kept.sum(axis=1, keepdims=True) / count) * present
