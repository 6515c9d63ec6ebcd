"""The running mean is corrected, not the running variance.

The running means agree in the two frameworks; read `bn.running_var.data()`.
"""


def torch_running_var(bn, batches, n):
    start = 0.9**batches
    return (bn.running_mean.data() - start) * n / (n - 1) + start
