def observe(split_batch, case, kit):
    with kit.unmixed() as mixed:
        result = split_batch(*case.arguments)
    parts = result if isinstance(result, (list, tuple)) else [result]
    return {
        "result": result,
        "mixed": mixed,
        "context": [kit.where(part) for part in parts],
        "source": case.x,
        "home": kit.where(case.x),
    }
