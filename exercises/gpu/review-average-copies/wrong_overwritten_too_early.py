"""A copy is overwritten before the others were read.

Compute the mean of all copies first, and then write it into each of them.
"""


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = parameter.list_data()
        for copy in copies:
            mean = sum(other.as_in_context(copy.context) for other in copies) / len(copies)
            copy[:] = mean
