"""The running variance is corrected in a loop over the batches.

The running variance contains all batches already, so do not average it again. Correct it once: the part of the batches gets the
factor n / (n - 1).
"""

def torch_running_var(bn, batches, n):
    variance = bn.running_var.data()
    for _ in range(batches):
        variance = 0.9 * variance + 0.1 * variance * n / (n - 1)
    return variance
