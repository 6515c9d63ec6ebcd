"""Says True every time.

Exercise: tensors/data-ptr
"""


def same_memory(a, b):
    return True
