# mistake: Writes the centred column back after the row was overwritten, so the element at (row, column) gets the old centred number and not values[column]. Right: write the column back first.
# named: column-last
def update_table(table, column, row, values):
    centred = table[:, column]
    centred -= centred.mean()
    values.copyto(table[row])
    table[:, column] = centred
    return table
