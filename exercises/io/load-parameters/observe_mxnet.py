def observe(load_net, case, kit):
    case.file.save_parameters(case.path)
    if case.fails:
        try:
            load_net(*case.arguments)
        except (AssertionError, ValueError, RuntimeError, KeyError):
            return {"outcome": "it raises, as the file does not fit", "parameters": [], "context": []}
        return {"outcome": "it loads", "parameters": [], "context": []}
    load_net(*case.arguments)
    empty = [p.name for p in kit.trained(case.net) if p._data is None]
    if empty:
        return {"outcome": f"it leaves {len(empty)} parameters without a value"}
    return {
        "outcome": "it loads",
        "parameters": kit.parameters(case.net),
        "context": [" ".join(str(c) for c in p.list_ctx()) for p in kit.trained(case.net)],
    }
