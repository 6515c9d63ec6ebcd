from mxnet import nd


def addmm(m, mat1, mat2):
    return m + nd.dot(mat1, mat2)
