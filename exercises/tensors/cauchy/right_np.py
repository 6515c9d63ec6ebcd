from mxnet import np


def cauchy_like(x, median, sigma):
    quotient = np.random.normal(size=x.shape) / np.random.normal(size=x.shape)
    return quotient * sigma + median
