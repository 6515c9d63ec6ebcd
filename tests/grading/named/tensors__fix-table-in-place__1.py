# mistake: `table[:, column]` is a copy in MXNet, so the centred column is never written back to the table.
# named: column-lost
def update_table(table, column, row, values):
    centred = table[:, column]
    centred -= centred.mean()
    table[row] = values
    return table
