"""The dataset is a list of pairs.

That is a Python list of pairs. A DataLoader accepts it, but it has no `transform_first`, `shard` or `take`: use
`ArrayDataset`.
"""


def make_dataset(data, label):
    return list(zip(data, label.asnumpy()))
