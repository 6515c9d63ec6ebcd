"""The net is initialised a second time.

The second `initialize` only warns and keeps the first values: hand Xavier to the first one, or add `force_reinit=True`.
"""

import mxnet as mx


def init_xavier(net):
    net.initialize(mx.init.Normal(0.02))
    net.initialize(mx.init.Xavier())
