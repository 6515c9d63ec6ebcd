"""An exported file is read as if it held only parameters.

An exported file names its arrays `arg:..` and `aux:..`, another format than `save_parameters` writes: read it
with `SymbolBlock.imports`.
"""


def export_and_reload(net, x, prefix):
    net.hybridize()
    net(x)
    net.export(prefix)
    net.load_parameters(prefix + "-0000.params")
    return net
