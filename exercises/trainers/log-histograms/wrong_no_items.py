"""A loop over a dict gives no pairs.

`collect_params()` is a dict, and a loop over it gives names: add `.items()`.
"""


def log_gradients(net, writer, step):
    for name, param in net.collect_params():
        writer.add_histogram(name, param.grad().asnumpy(), step)
