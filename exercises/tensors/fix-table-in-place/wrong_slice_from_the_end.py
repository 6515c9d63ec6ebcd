"""The last column or row, counted from the end, is not found.

A slice `i:i + 1` is empty for `i = -1`, because it is `-1:0`. Use the index itself: `table[:, column]` and `table[row]`.
"""


def update_table(table, column, row, values):
    centred = table[:, column : column + 1]
    table[:, column : column + 1] = centred - centred.mean()
    table[row] = values
    return table
