"""The weight of the old value is taken as 0.1.

PyTorch's `momentum=0.1` is the weight of the new value; the old value keeps 0.9 of its weight in each batch.
"""


def torch_running_var(bn, batches, n):
    start = 0.1**batches
    return (bn.running_var.data() - start) * n / (n - 1) + start
