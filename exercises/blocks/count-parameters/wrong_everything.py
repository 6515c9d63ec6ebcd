"""Frozen parameters and running statistics are counted too.

`collect_params()` also holds frozen parameters and BatchNorm's running statistics: leave out all whose `grad_req` is `'null'`.
"""

import numpy as onp


def count_trainable(net):
    return sum(int(onp.prod(p.shape)) for p in net.collect_params().values())
