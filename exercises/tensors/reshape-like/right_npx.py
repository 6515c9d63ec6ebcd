from mxnet import npx


def view_as(x, y):
    return npx.reshape_like(x.as_np_ndarray(), y.as_np_ndarray())
