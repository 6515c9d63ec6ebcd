"""Only one batch goes through the net.

Your list has one output for all rows: the rows go through the net `batch_size` at a time.
"""

from mxnet import nd


def predictions(net, rows, batch_size):
    return [net(nd.array(rows))]
