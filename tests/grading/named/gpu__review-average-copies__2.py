# mistake: `copy = ...` only binds the loop variable to another array, so the parameter's copies are not changed.
# named: only-names
import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = parameter.list_data()
        mean = sum(copy.as_in_context(mx.cpu()) for copy in copies) / len(copies)
        for copy in copies:
            copy = mean.as_in_context(copy.context)
