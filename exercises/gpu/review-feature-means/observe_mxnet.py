def observe(feature_means, case, kit):
    shares = {}

    def fn(part):
        place = kit.where(part)
        shares[place] = shares.get(place, 0) + part.shape[0]
        return case.fn(part)

    with kit.unmixed() as mixed:
        result = feature_means(fn, case.x, case.ctxs)
    places = [kit.where(array) for array in result] if isinstance(result, (list, tuple)) else []
    return {"result": result, "mixed": mixed, "shares": shares, "context": places}
