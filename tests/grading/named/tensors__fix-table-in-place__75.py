# mistake: (1) It works on a copy, so the caller's table does not change, a right answer changes it in place; (2) the row is overwritten before the column is centred, so the mean and the row's element are wrong, a right answer centres first.
# named: new-table
def update_table(table, column, row, values):
    table = table.copy()
    table[row] = values
    col = table[:, column]
    table[:, column] = col - col.mean()
    return table
