from mxnet import nd


def chunk(x, chunks):
    rows = x.shape[0]
    size = -(-rows // chunks)
    pieces = []
    begin = 0
    while begin < rows:
        end = min(begin + size, rows)
        pieces.append(nd.slice_axis(x, axis=0, begin=begin, end=end))
        begin = end
    return pieces
