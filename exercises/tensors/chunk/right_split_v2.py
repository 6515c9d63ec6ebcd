from mxnet import nd


def chunk(x, chunks):
    size = (x.shape[0] + chunks - 1) // chunks
    pieces = nd.split_v2(x, tuple(range(size, x.shape[0], size)))
    return pieces if isinstance(pieces, list) else [pieces]
