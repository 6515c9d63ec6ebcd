"""Only one batch goes through the net.

Your list has one output for all rows: call the net with `batch_size` rows each time.
"""

from mxnet import nd


def predictions(net, rows, batch_size):
    return [net(nd.array(rows))]
