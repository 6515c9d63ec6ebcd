"""The number of chunks is used as their size.

`chunks` is the number of pieces, not the number of rows of a piece (that is `torch.split`): compute
`size = -(-x.shape[0] // chunks)` and slice the NDArray with it.
"""


def chunk(x, chunks):
    return [x[i : i + chunks] for i in range(0, x.shape[0], chunks)]
