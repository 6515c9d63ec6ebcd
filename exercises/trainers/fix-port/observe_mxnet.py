def observe(train, case, kit):
    with kit.passes(case.net) as passes:
        losses, checks = train(*case.arguments)
    return {
        "mode": passes.modes,
        "recorded": sum(entry != "backward" for entry in passes.order),
        "losses": [float(loss) for loss in losses],
        "parameters": kit.parameters(case.net),
        "validation": [float(loss) for loss in checks],
    }
