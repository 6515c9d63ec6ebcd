# mistake: `copy.copyto(mean)` writes the copy into the mean; it is the opposite direction of torch's copy_.
# named: only-names
import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = parameter.list_data()
        mean = sum(copy.as_in_context(mx.cpu()) for copy in copies) / len(copies)
        for copy in copies:
            copy.copyto(mean)
