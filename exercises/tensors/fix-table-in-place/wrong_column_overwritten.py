"""The values are written to a column.

One index chooses a row: write to `table[row]`.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    table[:, column] = centred - centred.mean()
    table[:, row] = values
    return table
