"""Returns a list nested a hundred thousand levels deep."""


def arccos(x):
    deep = []
    for _ in range(100_000):
        deep = [deep]
    return deep
