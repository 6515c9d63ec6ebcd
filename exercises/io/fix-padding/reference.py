import torch
from torch.nn.utils.rnn import pad_sequence


def collate(items):
    rows, labels = zip(*items)
    lengths = torch.tensor([len(row) for row in rows])
    return pad_sequence(rows, batch_first=True, padding_value=-1.0), lengths, torch.tensor(labels)


def padded_batches(dataset, batch_size):
    loader = torch.utils.data.DataLoader(dataset, batch_size=batch_size, collate_fn=collate)
    return list(loader)
