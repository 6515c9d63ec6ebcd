def observe(train_epochs, case, kit):
    with kit.passes(case.net) as passes:
        report = train_epochs(*case.arguments)
    return {
        "mode": passes.modes,
        "parameters": kit.parameters(case.net),
        "losses": [float(loss) for loss, _ in report],
        "accuracies": [float(accuracy) for _, accuracy in report],
    }
