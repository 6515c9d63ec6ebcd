"""Frozen layers are counted.

You leave out running statistics but count frozen layers: test `p.grad_req != 'null'`, which leaves out both.
"""

import numpy as onp


def count_trainable(net):
    parameters = net.collect_params()
    return sum(int(onp.prod(p.shape)) for name, p in parameters.items() if "running_" not in name)
