from mxnet.gluon import nn


def log_gradients(net, writer, step):
    for i, layer in enumerate(net):
        kinds = {nn.Dense: {"weight", "bias"}, nn.BatchNorm: {"gamma", "beta"}}.get(type(layer), ())
        for kind in kinds:
            gradient = getattr(layer, kind).list_grad()[0]
            writer.add_histogram(f"{i}.{kind}", gradient, global_step=step)
