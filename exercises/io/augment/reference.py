from torchvision import transforms as T


def make_transforms(height, width, short, mean, std):
    train = T.Compose(
        [
            T.Resize((height, width), antialias=False),
            T.RandomHorizontalFlip(),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    test = T.Compose(
        [
            T.Resize(short, antialias=False),
            T.CenterCrop((height, width)),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return train, test
