"""The first argument is overwritten.

The values are right, but you write into the caller's `m` (as `addr_` does): return a new array,
`m + vec1.reshape((-1, 1)) * vec2`.
"""


def addr(m, vec1, vec2):
    m += vec1.reshape((-1, 1)) * vec2
    return m
