"""Only the Block's own parameters are counted.

`net.params` holds only the parameters that the outermost Block created itself, which are none here: use `collect_params()`.
"""

import numpy as onp


def count_trainable(net):
    return sum(int(onp.prod(p.shape)) for p in net.params.values() if p.grad_req != "null")
