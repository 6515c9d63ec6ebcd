"""The outputs are joined.

Your outputs are one array: return the list of the outputs per batch, so leave `nd.concat` out.
"""

from mxnet import gluon, nd


def predictions(net, rows, batch_size):
    loader = gluon.data.DataLoader(nd.array(rows), batch_size=batch_size)
    return nd.concat(*[net(batch) for batch in loader], dim=0)
