from mxnet import np


def mse(pred, target):
    difference = pred.as_np_ndarray() - target.as_np_ndarray()
    return np.mean(difference**2)
