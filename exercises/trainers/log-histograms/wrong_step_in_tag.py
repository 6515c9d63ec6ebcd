"""The tag is another one in each call.

A tag with the step in it starts a new histogram each time: the tag is the name of the parameter, and the step is an argument of its own.
"""

def log_gradients(net, writer, step):
    for name, p in net.collect_params().items():
        if p.grad_req != "null":
            writer.add_histogram(f"{name}/{step}", p.grad(), step)
