"""The sum of the column is divided by a wrong number.

The mean of a column divides by the number of its elements, the rows: use `mean()`, or `table.shape[0]`.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    table[:, column] = centred - centred.sum() / table.shape[1]
    values.copyto(table[row])
    return table
