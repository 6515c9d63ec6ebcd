# mistake: (1) Only parameters with grad_req other than 'null' are saved, so BatchNorm's running statistics are not handed over, a right answer saves all with save_parameters; (2) allow_missing=True stays, so too few parameters raise no error.
# named: running-left
from mxnet import nd


def hand_over(net, twin, path):
    weights = {
        name: p.data(p.list_ctx()[0])
        for name, p in net._collect_params_with_prefix().items()
        if p.grad_req != "null"
    }
    nd.save(path, weights)
    twin.load_parameters(path, allow_missing=True)
