"""All copies get the values of the first one.

The copies are equal now, but their values are those of one device: take the mean of all.
"""


def average_copies(net):
    for parameter in net.collect_params().values():
        parameter.set_data(parameter.list_data()[0])
