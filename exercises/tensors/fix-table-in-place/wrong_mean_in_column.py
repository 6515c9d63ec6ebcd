"""The column holds its mean, not the differences from it.

Subtract the mean from the column.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    table[:, column] = centred.mean()
    values.copyto(table[row])
    return table
