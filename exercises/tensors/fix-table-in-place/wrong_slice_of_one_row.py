"""A slice of one row is empty for the row -1.

`row:row + 1` is `-1:0` for the last row: write to `table[row]`.
"""

def update_table(table, column, row, values):
    table[:, column] -= table[:, column].mean()
    table[row:row + 1] = values
    return table
