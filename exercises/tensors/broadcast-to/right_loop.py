from mxnet import nd


def broadcast_to(x, rows, cols):
    matrix = x.asnumpy().reshape((-1, 1) if x.shape == (rows, 1) else (1, -1))
    high, wide = matrix.shape
    return nd.array([[matrix[i % high, j % wide] for j in range(cols)] for i in range(rows)])
