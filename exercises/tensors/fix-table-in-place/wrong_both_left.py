"""Both faults are still there.

`table[:, column]` is a copy, so `-=` changes only this copy. And `a.copyto(b)` writes to `b`, so the row overwrites `values`.
"""


def update_table(table, column, row, values):
    centred = table[:, column]
    centred -= centred.mean()
    table[row].copyto(values)
    return table
