def observe(add_across, case, kit):
    return {"result": add_across(*case.arguments), "mixed": [], "context": case.place}
