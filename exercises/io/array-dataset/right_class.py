from mxnet import gluon


class Pairs(gluon.data.Dataset):
    def __init__(self, data, label):
        self.data, self.label = data, label.asnumpy()

    def __len__(self):
        return len(self.label)

    def __getitem__(self, i):
        return self.data[i], self.label[i]


def make_dataset(data, label):
    return Pairs(data, label)
