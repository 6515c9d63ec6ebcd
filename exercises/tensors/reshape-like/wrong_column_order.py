"""The elements are read column by column.

The shape is right, but the elements of `x` are read column by column. Both frameworks read row by row: use
`x.reshape_like(y)` without a transpose.
"""


def reshape_like(x, y):
    return x.T.reshape(y.shape)
