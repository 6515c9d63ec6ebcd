def addmm(m, mat1, mat2):
    total = m
    for k in range(mat1.shape[1]):
        total = total + mat1[:, k : k + 1] * mat2[k : k + 1]
    return total
