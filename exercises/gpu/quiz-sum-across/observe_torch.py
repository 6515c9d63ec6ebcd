import torch


def observe(sum_of_squares, case, kit):
    result = sum_of_squares(*case.arguments)
    work = [part.numel() for part in torch.tensor_split(case.x, len(case.ctxs))]
    largest = [max(len(work), *work)] * len(work)  # a list of all the partial sums may be read too
    return {"result": result, "mixed": [], "context": case.place, "work": work, "largest": largest}
