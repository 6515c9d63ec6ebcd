# mistake: Casts the net to float64 instead of casting the data.
# named: cast-net
from mxnet import gluon


def predictions(net, rows, batch_size):
    net.cast("float64")
    loader = gluon.data.DataLoader(rows, batch_size=batch_size)
    return [net(batch) for batch in loader]
