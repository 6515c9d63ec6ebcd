def observe(dropout_pair, case, kit):
    x, p = case.x, case.p
    first, predicted = dropout_pair(x, p)
    return {
        "kind": f"a pair of float32 arrays of shape {tuple(first.shape)}",
        "inside": predicted,
        "scope": "recording: True, training: True",
        "mode": predicted,
        "share": p,
        "gradient": x * 0 + 2,
        "kept": x / (1 - p),
        "independent": True,
        "fresh": p > 0,
    }
