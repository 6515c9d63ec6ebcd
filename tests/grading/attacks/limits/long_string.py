"""Returns a string of 100 MiB."""


def arccos(x):
    return "x" * (100 << 20)
