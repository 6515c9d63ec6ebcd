# mistake: `sum(copies)` still adds arrays of different devices; they must be brought to one context first.
# named: added-across-devices
def average_copies(net):
    for parameter in net.collect_params().values():
        copies = parameter.list_data()
        mean = sum(copies) / len(copies)
        for copy in copies:
            copy[:] = mean.as_in_context(copy.context)
