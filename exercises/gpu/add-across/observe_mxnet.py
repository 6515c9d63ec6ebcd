def observe(add_across, case, kit):
    with kit.unmixed() as mixed:
        result = add_across(*case.arguments)
    return {
        "result": result,
        "mixed": mixed,
        "context": kit.where(result),
        "source": [case.a, case.b],
        "places": [kit.where(case.a), kit.where(case.b)],
    }
