"""The row is copied in the wrong direction.

The column is right now. `a.copyto(b)` writes to `b`, so the row overwrites `values`: exchange the two, or write `table[row] = values`.
"""


def update_table(table, column, row, values):
    table[:, column] -= table[:, column].mean()
    table[row].copyto(values)
    return table
