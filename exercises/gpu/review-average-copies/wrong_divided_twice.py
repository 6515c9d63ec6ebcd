"""The sum is divided by the number of copies twice.

One division makes the mean of the sum: leave out the other one.
"""

import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = [copy.as_in_context(mx.cpu()) for copy in parameter.list_data()]
        parameter.set_data(sum(copies) / len(copies) / len(copies))
