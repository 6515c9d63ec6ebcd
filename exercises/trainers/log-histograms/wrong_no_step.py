"""The parameters are never updated.

Without `global_step` all points of a histogram lie on each other: hand `step` over.
"""


def log_gradients(net, writer, step):
    for name, param in net.collect_params().items():
        if param.grad_req != "null":
            writer.add_histogram(name, param.grad().asnumpy())
