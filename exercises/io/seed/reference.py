import torch


def seeded_draws(seed, n):
    torch.manual_seed(seed)
    loader = torch.utils.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return torch.randn(n), [int(i) for i in loader]
