"""The correction is written into the layer.

The values are right, but the layer changed, so that a second call corrects twice: return a new array.
"""


def torch_running_var(bn, batches, n):
    start = 0.9**batches
    corrected = (bn.running_var.data() - start) * n / (n - 1) + start
    bn.running_var.set_data(corrected)
    return corrected
