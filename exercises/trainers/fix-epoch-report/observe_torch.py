def observe(train_epochs, case, kit):
    report = train_epochs(*case.arguments)
    return {
        "mode": ["training"],
        "parameters": kit.parameters(case.net),
        "losses": [loss for loss, _ in report],
        "accuracies": [accuracy for _, accuracy in report],
    }
