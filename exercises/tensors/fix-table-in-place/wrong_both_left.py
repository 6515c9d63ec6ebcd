"""Both mistakes are still there.

`table[:, column]` is a copy, so `-=` changes only this copy. And `a.copyto(b)` writes to `b`, so the row overwrites
`values`. Print the table after each of the two lines: neither changes it.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    centred -= centred.mean()
    table[row].copyto(values)
    return table
