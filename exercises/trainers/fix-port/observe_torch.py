def observe(train, case, kit):
    losses, accuracies = train(*case.arguments)
    return {
        "mode": ["training"],
        "recorded": case.epochs * len(case.batches),
        "losses": losses,
        "parameters": kit.parameters(case.net),
        "accuracies": accuracies,
    }
