def update_table(table, column, row, values):
    centred = table[:, column]
    centred -= centred.mean()
    table[row].copyto(values)
    return table
