"""The number of chunks is taken as their size.

`chunks` is how many pieces to make, not how many rows each has (that is `torch.split`): compute
`size = -(-x.shape[0] // chunks)` and slice the NDArray with it.
"""


def chunk(x, chunks):
    return [x[i : i + chunks] for i in range(0, x.shape[0], chunks)]
