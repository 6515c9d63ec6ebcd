def observe(split_batch, case, kit):
    return {"result": split_batch(*case.arguments), "mixed": [], "context": case.places}
