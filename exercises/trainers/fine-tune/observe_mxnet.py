from mxnet import gluon

Block, Conv2D, Sequential = gluon.Block, gluon.nn.Conv2D, gluon.nn.HybridSequential
MeanOfChannels = gluon.nn.GlobalAvgPool2D


def observe(fine_tune, case, kit):
    net, batches = images(case, kit) if case.kernels else (case.net, case.batches)
    old, sizes = list(net), (case.weight.shape, case.bias.shape)
    with kit.passes(net) as passes:
        tuned = fine_tune(net, case.weight, case.bias, batches, case.lr, case.epochs)
    if not isinstance(tuned, Block):
        return {"optimizer": passes.settings(), "returned": f"an object of type {type(tuned).__name__}"}
    output = tuned(kit.fitting(case.x))
    seen = {
        "returned": f"{output.shape[1]} outputs",
        "optimizer": passes.settings(),
        "features": [array.copy() for layer in old[:-1] for array in kit.parameters(layer)],
        "statistics": [array.copy() for layer in old for array in kit.statistics(layer)],
    }
    if output.shape != case.head.shape:
        return seen
    # Only the new layer has these shapes. It may come before the old layers, if it was made before them.
    trained = [p for size in sizes for p in kit.parameters(tuned) if p.shape == size]
    # Old layers that never leave prediction have no Dropout in a study, and those of other right answers have one.
    study = kit.study(tuned, kit.fitting(case.x), head=kit.fitting(case.head))
    seen |= {"trained": trained, "dropout": study["dropout"] if case.dropouts else []}
    return {**seen, **{name: study[name] for name in ("output", "hybrid_output") if name in study}}


def images(case, kit):
    """Return a net that begins with a convolution, and batches of images for it."""
    kernel = case.kernels[0]
    convolution = Conv2D(kernel.shape[0], kernel.shape[2:], in_channels=kernel.shape[1], activation="relu")
    kit.initialize(convolution)
    kit.load(convolution, case.kernels)
    net = Sequential()
    net.add(convolution, MeanOfChannels(), *case.net)
    return net, [(data.reshape((-1, *case.x.shape[1:])), label) for data, label in case.batches]
