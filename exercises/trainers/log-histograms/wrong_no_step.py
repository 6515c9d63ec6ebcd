"""The step is not passed.

Without `global_step` all histograms of a tag have the same step: pass `step`.
"""


def log_gradients(net, writer, step):
    for name, param in net.collect_params().items():
        if param.grad_req != "null":
            writer.add_histogram(name, param.grad().asnumpy())
