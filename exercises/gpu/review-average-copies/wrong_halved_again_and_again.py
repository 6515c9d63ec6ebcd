"""The mean is halved for each copy, so the last copies count more.

Add all copies first, then divide once by their number.
"""

import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        mean, *others = (copy.as_in_context(mx.cpu()) for copy in parameter.list_data())
        for other in others:
            mean = (mean + other) / 2
        parameter.set_data(mean)
