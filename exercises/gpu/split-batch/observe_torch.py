def observe(split_batch, case, kit):
    result = split_batch(*case.arguments)
    return {"result": result, "mixed": [], "context": case.places, "source": case.x, "home": case.home}
