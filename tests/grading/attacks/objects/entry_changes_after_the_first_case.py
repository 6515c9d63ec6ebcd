"""The entry is an object that gives rubbish with the type of a right result after its first call."""

from mxnet import nd


class Entry:
    calls = 0

    def __call__(self, x):
        Entry.calls += 1
        return nd.arccos(x) if Entry.calls == 1 else nd.zeros_like(x)


arccos = Entry()
