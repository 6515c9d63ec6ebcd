"""The first copy is not in the sum.

Add all copies: start the sum with the first copy, or with zeros and a loop over all copies.
"""

import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = [copy.as_in_context(mx.cpu()) for copy in parameter.list_data()]
        parameter.set_data(sum(copies[1:]) / len(copies))
