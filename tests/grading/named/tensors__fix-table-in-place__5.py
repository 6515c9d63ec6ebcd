# mistake: The mean of the one-column slice is taken over axis 1, so each element is subtracted from itself and the column becomes 0.
# named: column-zero
def update_table(table, column, row, values):
    part = table[:, column:column + 1]
    table[:, column:column + 1] = part - part.mean(axis=1, keepdims=True)
    values.copyto(table[row])
    return table
