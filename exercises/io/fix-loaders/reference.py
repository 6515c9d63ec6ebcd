from torch.utils.data import DataLoader


def make_loaders(train, test, batch_size):
    train_loader = DataLoader(train, batch_size=batch_size, shuffle=True, drop_last=True)
    test_loader = DataLoader(test, batch_size=batch_size)
    return train_loader, test_loader
