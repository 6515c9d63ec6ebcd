def observe(add_across, case, kit):
    with kit.unmixed() as mixed:
        result = add_across(*case.arguments)
    return {"result": result, "mixed": mixed, "context": kit.where(result)}
