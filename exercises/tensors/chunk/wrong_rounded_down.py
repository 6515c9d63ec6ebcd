"""The size is rounded down.

The size of a piece is rounded down, so there are more pieces than `chunks`: round it up, `-(-x.shape[0] // chunks)`,
then slice `x`.
"""


def chunk(x, chunks):
    size = max(x.shape[0] // chunks, 1)
    return [x[i : i + size] for i in range(0, x.shape[0], size)]
