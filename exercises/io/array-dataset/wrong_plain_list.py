"""The dataset is a list of pairs.

That is a Python list of pairs: a DataLoader takes it, but it has no `transform_first`, `shard` or `take`. Use
`ArrayDataset`.
"""


def make_dataset(data, label):
    return list(zip(data, label.asnumpy()))
