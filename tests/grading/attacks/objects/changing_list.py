"""A list that a thread changes while it is described."""

import threading

from mxnet import nd


def arccos(x):
    items = [nd.zeros((1,))] * 50

    def churn():
        while True:
            items.append(nd.zeros((1,)))
            del items[0]

    threading.Thread(target=churn, daemon=True).start()
    return items
