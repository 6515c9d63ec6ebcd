"""The values are added to the row.

The row is overwritten: assign `values` to `table[row]`, without a sum.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    table[:, column] = centred - centred.mean()
    table[row] += values
    return table
