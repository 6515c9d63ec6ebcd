"""The mean of the whole table is subtracted.

Each column has its own mean: take that of `table[:, column]`.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    table[:, column] = centred - table.mean()
    values.copyto(table[row])
    return table
