# mistake: Assigns to out[:, index[i]] and so writes the columns of row i into every row.
# named: ?
from mxnet import nd


def scatter_const(rows, cols, index, value):
    out = nd.zeros((rows, cols))
    for i in range(rows):
        for j in index[i].asnumpy():
            out[:, int(j)] = value
    return out
