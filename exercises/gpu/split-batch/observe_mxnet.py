def observe(split_batch, case, kit):
    with kit.unmixed() as mixed:
        result = split_batch(*case.arguments)
    parts = result if type(result) in (list, tuple) else [result]
    return {"result": result, "mixed": mixed, "context": [kit.where(part) for part in parts]}
