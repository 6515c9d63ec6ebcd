"""The loaded parameters do not get gradients.

The Block can predict, but cannot be trained: do not change the `grad_req` that `imports` sets.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    block = gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + "-0000.params")
    block.collect_params().setattr("grad_req", "null")
    return block
