from mxnet import np


def ones_plus_one(rows, cols, ctx):
    return np.ones((rows, cols), ctx=ctx) + 1
