"""The rows and the columns are exchanged.

Row `i` must belong to `vec1[i]` and column `j` to `vec2[j]`: make `vec1` the column,
`m + vec1.reshape((-1, 1)) * vec2`.
"""


def addr(m, vec1, vec2):
    return m + vec2.reshape((-1, 1)) * vec1
