# mistake: Multiplies element by element with * instead of taking the matrix product.
# named: shapes-differ
def addmm(m, mat1, mat2):
    return m + mat1 * mat2
