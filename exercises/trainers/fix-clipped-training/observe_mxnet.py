def observe(train_clipped, case, kit):
    with kit.passes(case.net) as passes:
        train_clipped(*case.arguments)
    seen = {"mode": passes.modes, "optimizer": passes.settings(), "parameters": kit.parameters(case.net)}
    return {**seen, "statistics": kit.statistics(case.net)[::2]}
