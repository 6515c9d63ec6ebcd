"""The elements are added, not multiplied.

The column and the row are added; multiply them: `m + vec1.reshape((-1, 1)) * vec2`.
"""


def addr(m, vec1, vec2):
    return m + vec1.reshape((-1, 1)) + vec2
