"""The counts are given one by one, as in the documents.

`tile` takes the counts as one tuple: `x.tile((m, n))`, with two pairs of parentheses.
"""


def tile(x, m, n):
    return x.tile(m, n)
