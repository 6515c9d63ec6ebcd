def update_table(table, column, row, values):
    centred = table[:, column]
    table[:, column] = centred - centred.mean()
    values.copyto(table[row])
    return table
