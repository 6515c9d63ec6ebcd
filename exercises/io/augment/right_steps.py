from mxnet.gluon.data.vision.transforms import CenterCrop, Compose, Normalize, RandomFlipLeftRight, Resize, ToTensor


def make_transforms(height, width, short, mean, std):
    finish = Compose([ToTensor(), Normalize(mean, std)])
    resize, mirror = Resize((width, height)), RandomFlipLeftRight()
    shrink, crop = Resize(short, keep_ratio=True), CenterCrop((width, height))
    return (lambda image: finish(mirror(resize(image)))), (lambda image: finish(crop(shrink(image))))
