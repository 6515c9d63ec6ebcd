from torchvision import transforms as T


def prepare(dataset, height, width, mean, std):
    steps = T.Compose(
        [
            T.CenterCrop((height, width)),
            T.Lambda(lambda image: image.float() / 255),
            T.Normalize(mean, std),
        ]
    )
    return [(steps(image), label) for image, label in dataset]
