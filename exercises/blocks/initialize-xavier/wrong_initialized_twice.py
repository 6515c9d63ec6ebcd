"""The net is initialised a second time.

The second `initialize` only gives a warning and keeps the first values: pass Xavier to the first one, or add `force_reinit=True`.
"""

import mxnet as mx


def init_xavier(net):
    net.initialize(mx.init.Normal(0.02))
    net.initialize(mx.init.Xavier())
