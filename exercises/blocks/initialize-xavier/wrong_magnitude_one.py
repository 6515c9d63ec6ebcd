"""The magnitude is 1.

`magnitude` is not PyTorch's `gain`: it is the number under the root, divided by the average of in and out. 3, the default, gives sqrt(6 / (in + out)).
"""

import mxnet as mx
def init_xavier(net):
    net.initialize(mx.init.Xavier(rnd_type="uniform", factor_type="avg", magnitude=1))
