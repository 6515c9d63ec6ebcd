# mistake: spreads the rest over the first pieces as numpy.array_split does, so 7 rows in 3 chunks are 3, 2, 2 and not 3, 3, 1
# named: evened-out-by-hand
import mxnet as mx
from mxnet import nd


def chunk(x, chunks):
    base, extra = divmod(x.shape[0], chunks)
    pieces = []
    start = 0
    for i in range(chunks):
        length = base + (1 if i < extra else 0)
        if length == 0:
            break
        pieces.append(x[start:start + length])
        start += length
    return pieces
