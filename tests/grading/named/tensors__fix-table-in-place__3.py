# mistake: `table = table - ...` makes a new array, so the caller's table is not changed in place.
# named: argument-unchanged
from mxnet import nd


def update_table(table, column, row, values):
    mean = table[:, column].mean()
    mask = nd.one_hot(nd.array([column], ctx=table.context), table.shape[1])
    table = table - mask * mean
    table[row] = values
    return table
