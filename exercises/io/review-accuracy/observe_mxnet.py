import numbers

import numpy as onp
from mxnet.ndarray import NDArray


def observe(evaluate, case, kit):
    case.net.hybridize()
    case.net(kit.fitting(case.images.astype("float32").reshape((len(case.images), -1))))
    case.net.export(case.prefix, epoch=case.epoch)
    returned = evaluate(*case.arguments)
    if not isinstance(returned, (tuple, list)) or len(returned) != 2:
        return {"kind": f"an object of type {type(returned).__name__}"}
    accuracy, predictions = returned
    if not isinstance(accuracy, (numbers.Real, onp.number)) or not isinstance(predictions, NDArray):
        return {"kind": f"{type(accuracy).__name__} and {type(predictions).__name__}"}
    return {"kind": "a number and an MXNet array", "predictions": predictions, "accuracy": float(accuracy)}
