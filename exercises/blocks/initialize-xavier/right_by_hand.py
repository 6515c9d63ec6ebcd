from mxnet import nd


def init_xavier(net):
    net.initialize()
    for weight in net.collect_params(".*weight").values():
        bound = (6 / sum(weight.shape)) ** 0.5
        weight.set_data(nd.random.uniform(-bound, bound, shape=weight.shape))
