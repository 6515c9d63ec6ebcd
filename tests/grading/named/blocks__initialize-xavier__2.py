# mistake: Initialises only the parameters whose names end in weight, so the biases hold no values.
# named: untouched
import mxnet as mx


def init_xavier(net):
    net.collect_params(".*weight").initialize(mx.init.Xavier())
