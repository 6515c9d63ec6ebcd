"""All histograms have the same tag.

All your histograms have the same tag, so they form one series: use the parameter's name.
"""


def log_gradients(net, writer, step):
    for param in net.collect_params().values():
        if param.grad_req != "null":
            writer.add_histogram("gradient", param.grad().asnumpy(), step)
