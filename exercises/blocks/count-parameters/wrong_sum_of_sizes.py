"""The sizes of the axes are added.

A parameter of shape (3, 4) has 12 numbers, not 7: multiply the sizes, `np.prod(p.shape)`, or take `p.data().size`.
"""

import numpy as np
def count_trainable(net):
    return int(sum(np.sum(p.shape) for p in net.collect_params().values() if p.grad_req != "null"))
