# mistake: The loop goes over the names of the file only, so a parameter of twin that the file lacks raises no error.
# named: missing-hidden
from mxnet import nd


def hand_over(net, twin, path):
    state = {name: p.data() for name, p in net._collect_params_with_prefix().items()}
    nd.save(path, state)
    own = twin._collect_params_with_prefix()
    for name, value in nd.load(path).items():
        own[name].set_data(value)
