"""The row does not change.

The column is right now. An assignment to a name does not write to the table, and a write to a copy does not, either:
assign to `table[row]`.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    table[:, column] = centred - centred.mean()
    return table
