"""Hybridized with static memory, then imported through keyword arguments."""

from mxnet import gluon, nd


def export_and_reload(net, x, prefix):
    net.hybridize(static_alloc=True, static_shape=True)
    net(x).wait_to_read()
    nd.waitall()
    net.export(path=prefix, epoch=0)
    return gluon.SymbolBlock.imports(
        symbol_file=f"{prefix}-symbol.json",
        input_names="data",
        param_file=f"{prefix}-{0:04d}.params",
        ctx=x.context,
    )
