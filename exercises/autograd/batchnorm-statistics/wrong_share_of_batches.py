"""The share of the batches is used in place of the share of the initial value.

The batches have the share `1 - 0.9 ** batches`. Subtract the rest of the initial value, which is `0.9 ** batches`.
"""

def torch_running_var(bn, batches, n):
    start = 1 - 0.9**batches
    return (bn.running_var.data() - start) * n / (n - 1) + start
