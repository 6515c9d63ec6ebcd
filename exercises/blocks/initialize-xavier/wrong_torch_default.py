"""The weights are drawn like those of PyTorch's `Linear`.

PyTorch's `Linear` starts like that, uniform between plus and minus 1 / sqrt(in), also for the bias. Xavier is different: `mx.init.Xavier()`.
"""

from mxnet import nd


def init_xavier(net):
    net.initialize()
    bound = 1
    for parameter in net.collect_params().values():
        if parameter.name.endswith("weight"):
            bound = parameter.shape[1] ** -0.5
        parameter.set_data(nd.random.uniform(-bound, bound, shape=parameter.shape))
