"""Only the gradients of the weights are written.

Some trained parameters are missing: biases (and a batch norm's gamma and beta) have gradients too.
"""


def log_gradients(net, writer, step):
    for name, param in net.collect_params(".*weight").items():
        writer.add_histogram(name, param.grad().asnumpy(), step)
