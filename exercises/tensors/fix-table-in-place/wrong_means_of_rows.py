"""Each element of the column loses the mean of its row.

The column is centred by its own mean: `table[:, column].mean()`.
"""

from mxnet import nd


def update_table(table, column, row, values):
    means = nd.mean(table, axis=1)
    table[:, column] = table[:, column] - means
    table[row][:] = values
    return table
