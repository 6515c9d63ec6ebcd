"""A new table is returned, and the caller's table stays as it was.

The values are right, but the task asks for a change in place: work on `table` itself.
"""


def update_table(table, column, row, values):
    table = table.copy()
    table[:, column] -= table[:, column].mean()
    table[row] = values
    return table
