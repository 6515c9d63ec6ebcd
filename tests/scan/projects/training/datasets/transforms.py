import random

import numpy as np
import torch


class ToTensor:
    def __call__(self, image):
        return torch.from_numpy(np.asarray(image, dtype=np.float32)).unsqueeze(0)


class Normalize(object):
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def __call__(self, tensor):
        return tensor.sub_(self.mean).div_(self.std)


class RandomFlip:
    def __call__(self, tensor):
        return tensor.flip(-1) if random.random() < 0.5 else tensor


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, image):
        for t in self.transforms:
            image = t(image)
        return image
