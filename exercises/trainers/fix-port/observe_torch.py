def observe(train, case, kit):
    losses, checks = train(*case.arguments)
    return {
        "mode": ["training"],
        "optimizer": [],
        "recorded": case.epochs * len(case.batches),
        "validating": ["predicting"],
        "losses": losses,
        "parameters": kit.parameters(case.net),
        "validation": checks,
    }
