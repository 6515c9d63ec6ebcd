from mxnet import gluon, nd


class Shuffled(gluon.data.Sampler):
    def __init__(self, length):
        self.length = length

    def __iter__(self):
        yield from nd.random.shuffle(nd.arange(self.length)).asnumpy().astype(int)

    def __len__(self):
        return self.length


def make_samplers(dataset):
    count = sum(1 for _ in dataset)
    return gluon.data.SequentialSampler(length=count), Shuffled(count)
