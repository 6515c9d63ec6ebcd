def observe(sum_of_squares, case, kit):
    with kit.unmixed() as mixed:
        result = sum_of_squares(*case.arguments)
    return {"result": result, "mixed": mixed, "context": kit.where(result)}
