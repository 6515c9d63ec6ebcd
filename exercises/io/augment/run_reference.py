import torch


def resized(image, height, width):
    """Return a uint8 image (h, w, c) at another size, as torchvision's Resize without antialias."""
    planes = image.permute(2, 0, 1)[None].float()
    planes = torch.nn.functional.interpolate(planes, size=(height, width), mode="bilinear", align_corners=False)
    return planes[0].round().to(torch.uint8).permute(1, 2, 0)


def normalised(image, mean, std):
    planes = image.permute(2, 0, 1).float() / 255
    return (planes - torch.tensor(mean)[:, None, None]) / torch.tensor(std)[:, None, None]


def make_transforms(height, width, short, mean, std):
    def train(image):
        image = resized(image, height, width)
        if torch.rand(1) < 0.5:
            image = image.flip(1)
        return normalised(image, mean, std)

    def test(image):
        h, w = image.shape[:2]
        image = resized(image, *((short, int(short * w / h)) if h <= w else (int(short * h / w), short)))
        top, left = ((have - want) // 2 for have, want in zip(image.shape, (height, width)))
        return normalised(image[top : top + height, left : left + width], mean, std)

    return train, test
