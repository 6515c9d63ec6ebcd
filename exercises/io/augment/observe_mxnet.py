import numpy as onp
from mxnet import nd
from mxnet.ndarray import NDArray

array, asnumpy = nd.array, NDArray.asnumpy


def observe(make_transforms, case, kit):
    pair = make_transforms(*case.arguments)
    if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not all(map(callable, pair)):
        return {"kind": f"an object of type {type(pair).__name__}"}
    train, test = pair
    seen = {"kind": "a pair of functions"}
    for transform in pair:  # for any images: the first ones must not settle anything
        for shape in ((17, 40, 3), case.image.shape):
            transform(array(onp.full(shape, 7), dtype="uint8"))
    image = array(lighter_on_the_left(asnumpy(case.image)), dtype="uint8")
    tested, trained = [test(image) for _ in range(8)], [train(image) for _ in range(case.count)]
    seen["types"] = sorted({type(x).__name__ for x in tested + trained})
    if seen["types"] != ["NDArray"]:
        return seen
    tests, trains = different(tested), different(trained)
    seen |= {"test_shape": list(tested[0].shape), "train_shape": list(trained[0].shape)}
    if len({x.shape for x in tested + trained}) > 1 or len(trained[0].shape) < 3:
        return seen
    seen |= {"test_results": len(tests), "train_results": len(trains)}
    seen["flips"] = onp.array([[int(slope(asnumpy(x)) > 0) for x in trained]])
    if len(tests) == 1:
        seen["test"] = tested[0]
    if len(trains) < 3:
        seen["train"] = [array(x) for x in sorted(trains, key=slope)]
    return seen


def different(results):
    """Return the results that differ from each other, but for rounding."""
    found = []
    for result in map(asnumpy, results):
        if not any(one.shape == result.shape and onp.allclose(one, result, atol=1e-4) for one in found):
            found.append(result)
    return found


def lighter_on_the_left(image):
    ramp = onp.linspace(120, 0, image.shape[1])[None, :, None]
    return (image + ramp).astype("uint8")


def slope(planes):
    """Return how much lighter the right half of an image (c, h, w) is than the left half."""
    half = planes.shape[2] // 2
    return float(planes[:, :, -half:].mean() - planes[:, :, :half].mean())
