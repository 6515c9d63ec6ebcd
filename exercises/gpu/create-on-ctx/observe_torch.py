def observe(ones_plus_one, case, kit):
    result = ones_plus_one(*case.arguments)
    again = ones_plus_one(*case.arguments)
    return {"result": result, "mixed": [], "context": case.place, "default": case.before, "second_call": again}
