"""The rows and the columns are exchanged.

`vec1` must run down the rows and `vec2` along the columns: make `vec1` the column,
`m + vec1.reshape((-1, 1)) * vec2`.
"""


def addr(m, vec1, vec2):
    return m + vec2.reshape((-1, 1)) * vec1
