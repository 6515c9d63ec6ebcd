"""The power has one batch too few.

Each batch keeps nine tenths of the old value, the first one too: after `batches` batches `0.9 ** batches` of the initial value is left.
"""

def torch_running_var(bn, batches, n):
    start = 0.9 ** (batches - 1)
    return (bn.running_var.data() - start) * n / (n - 1) + start
