from mxnet.gluon.data import BatchSampler, DataLoader, RandomSampler, SequentialSampler


def make_loaders(train, test, batch_size):
    drawn = BatchSampler(RandomSampler(len(train)), batch_size, "discard")
    in_order = BatchSampler(SequentialSampler(len(test)), batch_size)
    return DataLoader(train, batch_sampler=drawn), DataLoader(test, batch_sampler=in_order)
