from mxnet import autograd


def observe(train, case, kit):
    modes = set()

    def note(*_):
        if not (autograd.is_recording() and autograd.is_training()):
            modes.add("training" if autograd.is_training() else "predicting")

    case.net.register_forward_pre_hook(note)
    with kit.passes(case.net) as passes:
        losses, checks = train(*case.arguments)
    return {
        "mode": passes.modes,
        "optimizer": passes.settings("momentum", "wd"),
        "recorded": sum(entry != "backward" for entry in passes.order),
        "validating": sorted(modes),
        "losses": [float(loss) for loss in losses],
        "parameters": kit.parameters(case.net),
        "validation": [float(loss) for loss in checks],
    }
