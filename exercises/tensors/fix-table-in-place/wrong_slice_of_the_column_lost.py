"""A slice of one column is centred, and the slice is a copy.

The row is right now. A slice of columns is a copy in MXNet, too, so `-=` does not change the table; and for the column -1 the slice
`column:column + 1` is empty. Assign to `table[:, column]`.
"""


def update_table(table, column, row, values):
    centred = table[:, column:column + 1]
    centred -= centred.mean()
    table[row] = values
    return table
