from mxnet.ndarray import NDArray

asnumpy = NDArray.asnumpy
STUDY = ("output", "dropout", "training", "gradients", "input_gradient", "statistics")
REFUSED = {"outcome": "it raises, as the file does not fit"}


def observe(hand_over, case, kit):
    try:
        hand_over(*case.arguments)
    except Exception as error:  # the answer may raise any error, but none of its own code
        if not case.fails or isinstance(error, (NameError, AttributeError, TypeError)):
            raise error
        return REFUSED | dict.fromkeys(("parameters", "running", "kept", "file", *STUDY), [])
    held = kit.parameters(case.net) + kit.statistics(case.net)
    content = kit.file(case.path).tobytes()
    seen = {
        "outcome": "it loads",
        "parameters": [array.copy() for array in kit.parameters(case.twin)],
        "running": [array.copy() for array in kit.statistics(case.twin)],
        "file": all(asnumpy(array).tobytes() in content for array in held),  # in whatever format
        "kept": [array.copy() for array in held],
    }
    return seen if case.fails else {**seen, **kit.study(case.twin, case.x, head=case.head)}
