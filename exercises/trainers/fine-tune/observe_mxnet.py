from mxnet import gluon

Block, Dense = gluon.Block, gluon.nn.Dense


def observe(fine_tune, case, kit):
    old, sizes = list(case.net), (case.weight.shape, case.bias.shape)
    tuned = fine_tune(*case.arguments)
    if not isinstance(tuned, Block):
        return {"returned": f"an object of type {type(tuned).__name__}"}
    output = tuned(kit.fitting(case.x))
    seen = {
        "returned": f"{output.shape[1]} outputs",
        "features": [array.copy() for layer in old[:-1] for array in kit.parameters(layer)],
        "statistics": [array.copy() for layer in old for array in kit.statistics(layer)],
    }
    if output.shape != case.head.shape:
        return seen
    # Only the new layer has these shapes. It may come before the old layers, if it was made before them.
    trained = [p for size in sizes for p in kit.parameters(tuned) if p.shape == size]
    # Old layers that never leave prediction have no Dropout in a study, and those of other right answers have one.
    study = kit.study(tuned, kit.fitting(case.x), head=kit.fitting(case.head))
    return {**seen, "trained": trained, "output": study["output"], "dropout": study["dropout"] if case.dropouts else []}
