# mistake: Runs the first dropout outside every scope, where nothing is dropped.
# named: no-scope
from mxnet import autograd, nd


def dropout_pair(x, p):
    on = nd.Dropout(x, p=p)
    with autograd.predict_mode():
        off = nd.Dropout(x, p=p)
    return on, off
