"""The parameters that were read take no gradients.

The block can predict, and cannot be trained: leave `grad_req` as `imports` makes it.
"""

from mxnet import gluon


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    block = gluon.SymbolBlock.imports(prefix + "-symbol.json", ["data"], prefix + "-0000.params")
    block.collect_params().setattr("grad_req", "null")
    return block
