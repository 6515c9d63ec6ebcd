import contextlib
import numbers

import numpy as onp
from mxnet.gluon import SymbolBlock
from mxnet.ndarray import NDArray


def observe(evaluate, case, kit):
    case.net.hybridize()
    case.net(kit.fitting(case.images.astype("float32").reshape((len(case.images), -1))))
    case.net.export(case.prefix, epoch=case.epoch)
    with sizes_of_calls() as sizes:
        returned = evaluate(*case.arguments)
    if not isinstance(returned, (tuple, list)) or len(returned) != 2:
        return {"kind": f"an object of type {type(returned).__name__}"}
    accuracy, predictions = returned
    if not isinstance(accuracy, (numbers.Real, onp.number)) or not isinstance(predictions, NDArray):
        return {"kind": f"{type(accuracy).__name__} and {type(predictions).__name__}"}
    seen = {"kind": "a number and an MXNet array", "batches": sizes}
    return {**seen, "predictions": predictions, "accuracy": float(accuracy)}


@contextlib.contextmanager
def sizes_of_calls():
    """List the number of items of each call of a SymbolBlock."""
    sizes, call = [], SymbolBlock.__call__

    def noting(block, *inputs):
        sizes.append(inputs[0].shape[0])
        return call(block, *inputs)

    SymbolBlock.__call__ = noting
    yield sizes
    SymbolBlock.__call__ = call
