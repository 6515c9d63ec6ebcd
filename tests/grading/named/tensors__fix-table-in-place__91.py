# mistake: a slice of columns is a copy in MXNet too, so centring it in place leaves the column of the table as it was.
# named: slice-of-the-column-lost
def update_table(table, column, row, values):
    centred = table[:, column:column + 1]
    centred -= centred.mean()
    table[row] = values
    return table
