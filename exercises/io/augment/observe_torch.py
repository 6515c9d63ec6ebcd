import numpy as np
import torch


def observe(make_transforms, case, kit):
    train, test = make_transforms(*case.arguments)
    ramp = np.linspace(120, 0, case.image.shape[1])[None, :, None]
    image = torch.from_numpy((case.image.numpy() + ramp).astype("uint8"))
    trained = {train(image).numpy().tobytes(): train(image) for _ in range(50)}
    one = next(iter(trained.values()))
    left_first = one.flip(2) if lighter_on_the_right(one) else one
    return {
        "kind": "a pair of functions",
        "types": ["NDArray"],
        "test": test(image),
        "test_results": 1,
        "test_shape": [3, case.height, case.width],
        "train_shape": [3, case.height, case.width],
        "train_results": 2,
        "flips": torch.tensor([[int(lighter_on_the_right(train(image))) for _ in range(case.count)]]),
        "train": [left_first, left_first.flip(2)],
    }


def lighter_on_the_right(planes):
    half = planes.shape[2] // 2
    return planes[:, :, -half:].mean() > planes[:, :, :half].mean()
