"""The matrix is left out.

Your result is only the outer product; add `m` to it: `m + vec1.reshape((-1, 1)) * vec2`.
"""


def addr(m, vec1, vec2):
    return vec1.reshape((-1, 1)) * vec2
