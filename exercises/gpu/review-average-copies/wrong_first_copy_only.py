"""Only one copy gets the mean.

All copies of a parameter must have the mean: loop over `list_data()`, or call `set_data`, which sets all of them.
"""

import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = [copy.as_in_context(mx.cpu()) for copy in parameter.list_data()]
        first = parameter.list_data()[0]
        first[:] = (sum(copies) / len(copies)).as_in_context(first.context)
