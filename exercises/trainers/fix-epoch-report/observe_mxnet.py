def observe(train_epochs, case, kit):
    with kit.passes(case.net) as passes:
        report = train_epochs(*case.arguments)
    return {
        "mode": passes.modes,
        "optimizer": passes.settings(),
        "parameters": kit.parameters(case.net),
        "statistics": kit.statistics(case.net)[::2],
        "losses": [float(loss) for loss, _ in report],
        "accuracies": [float(accuracy) for _, accuracy in report],
    }
