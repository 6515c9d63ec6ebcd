def observe(train_tagger, case, kit):
    losses, accuracy = train_tagger(*case.arguments)
    return {"losses": [float(loss) for loss in losses], "accuracy": float(accuracy)}
