def observe(call_under, case, kit):
    return {
        "result": call_under(case.ctx, case.content.clone),
        "scope": [case.place],
        "context": case.place,
        "default": "as before",
        "exception": "reaches the caller",
        "recovery": "as before",
    }
