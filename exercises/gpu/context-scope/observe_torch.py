def observe(call_under, case, kit):
    return {
        "result": call_under(case.ctx, case.content.clone),
        "scope": [case.place],
        "context": case.place,
        "default": case.before,
        "object": [list(case.content.shape), True],
        "nested": [*case.places, case.before],
        "exception": [case.place] * 4,
        "recovery": [case.before] * 4,
    }
