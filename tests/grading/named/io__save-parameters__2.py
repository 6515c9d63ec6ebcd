# mistake: Uses torch's state_dict(), which a Gluon block does not have.
# named: state-dict, torch-name
from mxnet import nd


def save_net(net, path):
    nd.save(path, net.state_dict())
