# mistake: The mean is written into the arrays that as_in_context made on the CPU, so the copies on other devices keep their values; right: write into the arrays of parameter.list_data().
# named: mean-stays-on-the-cpu
import mxnet as mx


def average_copies(net):
    for parameter in net.collect_params().values():
        copies = [copy.as_in_context(mx.cpu()) for copy in parameter.list_data()]
        mean = sum(copies) / len(copies)
        for copy in copies:
            copy[:] = mean
