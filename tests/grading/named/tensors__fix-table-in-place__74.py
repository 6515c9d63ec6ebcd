# mistake: The slice row:row + 1 is empty for row = -1 (-1:0), so the last row is not written (or an error is raised); a right answer uses table[row] = values.
# named: slice-of-one-row
def update_table(table, column, row, values):
    table[:, column] -= table[:, column].mean()
    table[row:row + 1] = values
    return table
