"""The column is written after the row.

Where the two meet, the element belongs to the row: write the column first.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    centred -= centred.mean()
    values.copyto(table[row])
    table[:, column] = centred
    return table
