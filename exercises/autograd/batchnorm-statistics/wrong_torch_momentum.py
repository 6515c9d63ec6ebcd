"""The share of the old statistic is taken as 0.1.

PyTorch's `momentum=0.1` is the share of the new statistic. The share of the old statistic is 0.9 in each batch.
"""


def torch_running_var(bn, batches, n):
    start = 0.1**batches
    return (bn.running_var.data() - start) * n / (n - 1) + start
