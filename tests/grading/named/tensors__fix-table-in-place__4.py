# mistake: the subtraction makes a new array, so the returned table is right but the caller's table is not changed in place.
# named: argument-unchanged
from mxnet import nd


def update_table(table, column, row, values):
    mask = nd.one_hot(nd.array([column]), table.shape[1])
    table = table - mask * table[:, column].mean()
    table[row] = values
    return table
