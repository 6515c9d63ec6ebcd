"""The initial value is taken as 1 after all batches.

Each batch keeps nine tenths of the old value, so `0.9 ** batches` is left of it.
"""


def torch_running_var(bn, batches, n):
    return (bn.running_var.data() - 1) * n / (n - 1) + 1
