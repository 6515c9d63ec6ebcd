import torch


def observe(accuracy, case, kit):
    result = accuracy(*case.arguments)
    parts = torch.tensor_split(case.label, len(case.places))
    return {"result": result, "mixed": [], "shares": {place: len(part) for place, part in zip(case.places, parts)}}
