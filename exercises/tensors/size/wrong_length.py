"""The result is the length of the first axis.

That is the length of the first axis only, as `len(x)` and `x.shape[0]` give it. All elements together are `x.size`.
"""


def count(x):
    return len(x)
