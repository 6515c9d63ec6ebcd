"""The new row is centred, too.

Only the column is centred: write `values` as they are.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    table[:, column] = centred - centred.mean()
    table[row] = values - values.mean()
    return table
