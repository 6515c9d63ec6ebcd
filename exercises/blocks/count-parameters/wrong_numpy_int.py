"""The result is a NumPy number, not a Python int.

NumPy's `prod` returns a NumPy number; convert it with `int(...)`.
"""

import numpy as onp


def count_trainable(net):
    return sum(onp.prod(p.shape) for p in net.collect_params().values() if p.grad_req != "null")
