def observe(train_tagger, case, kit):
    with kit.passes() as passes:
        losses, accuracy = train_tagger(*case.arguments)
    inputs = {"weight": case.weight, "bias": case.bias, "words": case.words, "tags": case.tags}
    losses = [float(loss) for loss in losses]
    return {"optimizer": passes.settings(), "losses": losses, "accuracy": float(accuracy), "inputs": inputs}
