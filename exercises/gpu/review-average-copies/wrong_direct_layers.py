"""The parameters of layers in a block are left out.

`params` of a layer holds only its own parameters, not those of the layers inside it: take what `net.collect_params()` finds.
"""

import mxnet as mx


def average_copies(net):
    for layer in net:
        for parameter in layer.params.values():
            copies = [copy.as_in_context(mx.cpu()) for copy in parameter.list_data()]
            parameter.set_data(sum(copies) / len(copies))
