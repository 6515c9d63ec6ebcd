"""Only the block's own parameters are counted.

`net.params` holds only what the outermost block made itself, which is nothing here: ask `collect_params()`.
"""

import numpy as onp


def count_trainable(net):
    return sum(int(onp.prod(p.shape)) for p in net.params.values() if p.grad_req != "null")
