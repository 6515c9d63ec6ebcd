import torch
import torch.nn.functional as F


def attack(net, images, labels, epsilon, step, decay, iterations):
    net.eval()
    adversarial, velocity = images.clone(), torch.zeros_like(images)
    best, highest = images.clone(), torch.full(labels.shape, -1e30)
    for _ in range(iterations):
        adversarial = adversarial.detach().requires_grad_(True)
        losses = F.cross_entropy(net(adversarial), labels, reduction="none")
        (gradient,) = torch.autograd.grad(losses.sum(), adversarial)
        with torch.no_grad():
            better = losses > highest
            best[better] = adversarial[better]
            highest[better] = losses[better]

            size = gradient.abs().mean(dim=1, keepdim=True)
            velocity = decay * velocity + gradient / size
            moved = adversarial + step * velocity.sign()
            moved = torch.minimum(torch.maximum(moved, images - epsilon), images + epsilon)
            adversarial = moved.clamp(0, 1)
    return best, highest
