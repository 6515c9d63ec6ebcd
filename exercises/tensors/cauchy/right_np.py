from mxnet import np


def cauchy_like(x, median, sigma):
    u = np.random.uniform(size=x.shape)
    return median + sigma * np.tan(np.pi * u)
