"""The arrays are pickled.

`load_parameters` cannot read a pickle: Gluon has its own format, which `net.save_parameters(path)` writes.
"""

import pickle


def save_net(net, path):
    with open(path, "wb") as file:
        pickle.dump({n: p.data().asnumpy() for n, p in net.collect_params().items()}, file)
