# mistake: (1) Only parameters whose name matches '.*weight' are treated, so biases and others stay different, a right answer takes all parameters; (2) the sum is never divided by the number of copies.
# named: weights-alone
def average_copies(net):
    for name, parameter in net.collect_params(".*weight").items():
        copies = parameter.list_data()
        first = copies[0].context
        mean = copies[0].copy()
        for other in copies[1:]:
            mean += other.as_in_context(first)
        for c in copies:
            c[:] = mean.as_in_context(c.context)
