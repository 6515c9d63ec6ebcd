"""The factor of the correction is a square root.

The root belongs to a standard deviation. The running statistic is a variance: multiply by n / (n - 1).
"""

def torch_running_var(bn, batches, n):
    start = 0.9**batches
    return (bn.running_var.data() - start) * (n / (n - 1)) ** 0.5 + start
