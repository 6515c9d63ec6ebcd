"""The largest integer that is still described; as a float it overflows.

Exercise: tensors/size
"""


def count(x):
    return (1 << 1024) - 1
