def update_table(table, column, row, values):
    turned = table.T
    turned[column] -= turned[column].mean()
    turned.T.copyto(table)
    table[row][:] = values
    return table
