def observe(call_under, case, kit):
    return {
        "result": call_under(case.ctx, case.content.clone),
        "scope": [case.place],
        "context": case.place,
        "default": case.before,
        "object": [True] * 5,
        "nested": [*case.places, case.before],
        "exception": [case.place] * 5,
        "recovery": [case.before] * 5,
    }
