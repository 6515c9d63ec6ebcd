"""The weights are drawn with Kaiming's method.

`mx.init.MSRAPrelu` is Kaiming's initializer: normal draws that depend only on the input size. Xavier's is `mx.init.Xavier()`.
"""

import mxnet as mx


def init_xavier(net):
    net.initialize(mx.init.MSRAPrelu(factor_type="in", slope=0))
