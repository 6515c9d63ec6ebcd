"""A name of PyTorch that MXNet does not have.

MXNet has no `chunk`: round the size up and slice, `[x[i:i + size] for i in range(0, x.shape[0], size)]`.
"""


def chunk(x, chunks):
    return x.chunk(chunks)
