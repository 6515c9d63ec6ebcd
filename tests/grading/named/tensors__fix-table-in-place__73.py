# mistake: Subtracts table.mean(axis=1), the mean of each row, from the column; the mean of the column itself is needed (table[:, column].mean(), or axis=0 and the entry of the column).
# named: means-of-rows
from mxnet import nd


def update_table(table, column, row, values):
    means = nd.mean(table, axis=1)
    table[:, column] = table[:, column] - means
    table[row][:] = values
    return table
