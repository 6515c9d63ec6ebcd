def observe(average_copies, case, kit):
    trained = kit.trained(case.net)
    for parameter in trained:
        for shift, copy in zip(case.shifts.asnumpy().tolist(), parameter.list_data()):
            copy[:] = copy * shift + shift
    with kit.unmixed() as mixed:
        average_copies(case.net)
    return {
        "mixed": mixed,
        "context": [sorted(map(str, parameter.list_ctx())) for parameter in trained],
        "parameters": [[parameter.data(kit.context(place)) for place in case.places] for parameter in trained],
    }
