# mistake: copyto copies from the array before the dot into its argument, so each copy is written into the mean and the copies of the net do not change.
# named: only-names
import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = parameter.list_data()
        mean = sum(copy.as_in_context(mx.cpu()) for copy in copies) / len(copies)
        for copy in copies:
            copy.copyto(mean)
