def update_table(table, column, row, values):
    mean = table.mean(axis=0)
    table[:, column] -= mean[column]
    table[row] = values
    return table
