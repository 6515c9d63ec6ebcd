"""The power counts one batch more than `batches`.

Each batch keeps nine tenths of the old value: after `batches` batches `0.9 ** batches` of the initial value is left.
"""

def torch_running_var(bn, batches, n):
    start = 0.9 ** (batches + 1)
    return (bn.running_var.data() - start) * n / (n - 1) + start
