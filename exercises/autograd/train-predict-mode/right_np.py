from mxnet import autograd, npx


def dropout_pair(x, p):
    x = x.as_np_ndarray()
    with autograd.train_mode():
        a = npx.dropout(x, p=p)
    return a, x
