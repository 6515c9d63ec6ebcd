"""The rest of the initial value is added, but it is still in the running variance.

Subtract `0.9 ** batches` first, multiply what is left by n / (n - 1), then add `0.9 ** batches` again.
"""

def torch_running_var(bn, batches, n):
    start = 0.9**batches
    return bn.running_var.data() * n / (n - 1) + start
