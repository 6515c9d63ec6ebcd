def observe(train_tagger, case, kit):
    losses, accuracy = train_tagger(*case.arguments)
    return {"losses": losses, "accuracy": accuracy}
