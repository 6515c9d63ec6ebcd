# mistake: `a.copyto(b)` writes into b, so `values` is overwritten with the row instead of the other way round.
# named: direction
def update_table(table, column, row, values):
    table[:, column] = table[:, column] - table[:, column].mean()
    table[row].copyto(values)
    return table
