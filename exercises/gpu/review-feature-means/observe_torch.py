import torch


def observe(feature_means, case, kit):
    result = feature_means(case.fn, case.x, ["cpu" for _ in case.places])
    parts = torch.tensor_split(case.x, len(case.places))
    shares = {place: len(part) for place, part in zip(case.places, parts)}
    return {"result": result, "mixed": [], "shares": shares, "context": case.places}
