# mistake: Xavier with its default magnitude of 3 gives the bound sqrt(3 / fan_in), and the bound of the bias uses the number of outputs instead of fan_in.
# named: default-magnitude
import mxnet as mx
from mxnet import nd


def init_like_torch(net):
    net.initialize(mx.init.Xavier(rnd_type="uniform", factor_type="in"))
    for param in net.collect_params().values():
        if param.name.endswith("bias"):
            fan_in = param.shape[0]
            bound = fan_in ** -0.5
            param.set_data(nd.random.uniform(-bound, bound, shape=param.shape))
