def observe(weighted_loss, case, kit):
    case.logits.requires_grad_()
    result = weighted_loss(*case.arguments)
    (3 * result).backward()
    return {"result": result.detach(), "gradient": case.logits.grad, "kept": True}
