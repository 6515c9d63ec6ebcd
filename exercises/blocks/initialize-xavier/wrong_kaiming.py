"""The weights are drawn as Kaiming proposes.

`mx.init.MSRAPrelu` is Kaiming's initializer, normal draws that look at the input size only: Xavier's is `mx.init.Xavier()`.
"""

import mxnet as mx


def init_xavier(net):
    net.initialize(mx.init.MSRAPrelu(factor_type="in", slope=0))
