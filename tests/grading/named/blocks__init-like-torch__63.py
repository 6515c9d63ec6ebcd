# mistake: First, the bound is sqrt(6 / fan_in), a right answer has sqrt(1 / fan_in). Second, the fan_in of a bias comes from its own shape and is 1; a right answer takes the fan_in of the layer's weight.
# named: kaiming-bound
import numpy as onp
import mxnet as mx


def init_like_torch(net):
    # Linear and Conv2d use kaiming_uniform
    for param in net.collect_params().values():
        fan_in = onp.prod(param.shape[1:])
        bound = float(onp.sqrt(6.0 / fan_in))
        param.initialize(mx.init.Uniform(bound))
