import torch
from torch.nn.utils.rnn import pad_sequence


def padded_batches(sequences, batch_size):
    loader = torch.utils.data.DataLoader(
        sequences, batch_size=batch_size, collate_fn=lambda items: pad_sequence(items, batch_first=True)
    )
    return list(loader)
