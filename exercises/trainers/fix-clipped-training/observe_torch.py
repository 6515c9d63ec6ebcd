def observe(train_clipped, case, kit):
    train_clipped(*case.arguments)
    return {"mode": ["training"], "optimizer": [], "parameters": kit.parameters(case.net), "statistics": kit.statistics(case.net)[::2]}
