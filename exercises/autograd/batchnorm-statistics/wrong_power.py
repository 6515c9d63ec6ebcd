"""The correction is applied once for each batch.

Each batch enters with one factor n / (n - 1), however many follow: multiply the part of the batches by it once.
"""


def torch_running_var(bn, batches, n):
    return bn.running_var.data() * (n / (n - 1)) ** batches
