"""The rest of the initial value is added first and subtracted at the end.

Exchange the two signs: subtract `0.9 ** batches` before the correction, and add it after the correction.
"""

def torch_running_var(bn, batches, n):
    start = 0.9**batches
    return (bn.running_var.data() + start) * n / (n - 1) - start
