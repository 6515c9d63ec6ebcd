"""The layers of a block in the net are not counted.

`params` of a layer holds only its own parameters, not those of the layers inside it: take what `net.collect_params()` finds.
"""

import math


def count_trainable(net):
    parameters = [parameter for layer in net for parameter in layer.params.values()]
    return sum(math.prod(parameter.shape) for parameter in parameters if parameter.grad_req != "null")
