"""The weights are written, not their gradients.

`param.data()` is the weight: the gradient is `param.grad()`.
"""


def log_gradients(net, writer, step):
    for name, param in net.collect_params().items():
        if param.grad_req != "null":
            writer.add_histogram(name, param.data().asnumpy(), step)
