"""The initial value is corrected, too.

Both frameworks start at 1. Only the part that came from batches is multiplied by n / (n - 1): subtract `0.9 ** batches` first, and
add it again.
"""


def torch_running_var(bn, batches, n):
    return bn.running_var.data() * n / (n - 1)
