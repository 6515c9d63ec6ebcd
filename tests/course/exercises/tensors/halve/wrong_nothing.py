"""Nothing is returned.

End it with `return`.
"""


def halve(x):
    x / 2
