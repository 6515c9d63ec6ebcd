def observe(train_epochs, case, kit):
    report = train_epochs(*case.arguments)
    return {
        "mode": ["training"],
        "optimizer": [],
        "parameters": kit.parameters(case.net),
        "statistics": kit.statistics(case.net)[::2],
        "losses": [loss for loss, _ in report],
        "accuracies": [accuracy for _, accuracy in report],
    }
