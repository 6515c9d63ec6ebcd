"""`grad` is read as an attribute.

`grad` is a method of a Parameter, because there is one gradient per context: `param.grad()`.
"""


def log_gradients(net, writer, step):
    for name, param in net.collect_params().items():
        writer.add_histogram(name, param.grad.asnumpy(), step)
