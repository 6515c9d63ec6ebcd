"""A row is centred instead of a column.

One index chooses a row: the column is `table[:, column]`.
"""


def update_table(table, column, row, values):
    centred = table[column]
    table[column] = centred - centred.mean()
    values.copyto(table[row])
    return table
