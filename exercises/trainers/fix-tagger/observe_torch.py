def observe(train_tagger, case, kit):
    losses, accuracy = train_tagger(*case.arguments)
    inputs = {"weight": case.weight, "bias": case.bias, "words": case.words, "tags": case.tags}
    return {"optimizer": [], "losses": losses, "accuracy": accuracy, "inputs": inputs}
