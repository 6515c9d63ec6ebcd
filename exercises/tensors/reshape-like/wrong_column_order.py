"""The elements are read column by column.

The shape is right, but the elements of `x` are read column by column. Both frameworks read row by row: use
`x.reshape_like(y)` without a transpose.
"""


def view_as(x, y):
    return x.T.reshape(y.shape)
