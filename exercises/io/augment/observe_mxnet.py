import numpy as onp
from mxnet import nd
from mxnet.ndarray import NDArray

CALLS, LEAST = 400, 152
"""Calls of the training transform, and the fewest of a side: 400 fair coins give fewer with a probability of 1.1e-6."""
array, asnumpy = nd.array, NDArray.asnumpy


def observe(make_transforms, case, kit):
    pair = make_transforms(*case.arguments)
    if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not all(map(callable, pair)):
        return {"kind": f"an object of type {type(pair).__name__}"}
    train, test = pair
    seen = {"kind": "a pair of functions"}
    image = array(lighter_on_the_left(asnumpy(case.image)), dtype="uint8")
    tested, trained = [test(image) for _ in range(8)], [train(image) for _ in range(CALLS)]
    seen["types"] = sorted({type(x).__name__ for x in tested + trained})
    if seen["types"] != ["NDArray"]:
        return seen
    tests, trains = counts(tested), counts(trained)
    seen |= {"test_shape": list(tested[0].shape), "train_shape": list(trained[0].shape)}
    if len({x.shape for x in tested + trained}) > 1 or len(trained[0].shape) < 3:
        return seen
    seen |= {"test_results": len(tests), "train_results": len(trains)}
    seen["often"] = all(times >= LEAST for _, times in trains) and len(trains) > 1
    if len(tests) == 1:
        seen["test"] = tested[0]
    if len(trains) < 3:
        seen["train"] = [array(x) for x, _ in sorted(trains, key=lambda pair: slope(pair[0]))]
    return seen


def counts(results):
    """Return pairs of a result and the number of results that equal it, but for rounding."""
    found = []
    for result in results:
        values = asnumpy(result)
        same = [pair for pair in found if pair[0].shape == values.shape and onp.allclose(pair[0], values, atol=1e-4)]
        if same:
            same[0][1] += 1
        else:
            found.append([values, 1])
    return found


def lighter_on_the_left(image):
    ramp = onp.linspace(120, 0, image.shape[1])[None, :, None]
    return (image + ramp).astype("uint8")


def slope(planes):
    """Return how much lighter the right half of an image (c, h, w) is than the left half."""
    half = planes.shape[2] // 2
    return float(planes[:, :, -half:].mean() - planes[:, :, :half].mean())
