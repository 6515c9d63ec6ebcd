"""All elements of a parameter get the same number.

`mean()` without `axis` averages all elements. Average the copies element by element: add them, and divide by their number.
"""

import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = [copy.as_in_context(mx.cpu()) for copy in parameter.list_data()]
        mean = (sum(copies) / len(copies)).mean()
        parameter.set_data(mx.nd.full(parameter.shape, mean.asscalar()))
