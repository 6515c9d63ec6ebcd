"""Items are named tuples of an own Dataset."""

from typing import Any, NamedTuple

from mxnet import gluon


class Sample(NamedTuple):
    data: Any
    label: Any


class Pairs(gluon.data.Dataset):
    def __init__(self, data, label):
        self.data, self.label = data, label.asnumpy()

    def __len__(self):
        return len(self.label)

    def __getitem__(self, index):
        return Sample(self.data[index], self.label[index])


make_dataset = Pairs
