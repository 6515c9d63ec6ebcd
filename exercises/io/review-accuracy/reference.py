import torch
from torchvision import transforms as T


def evaluate(prefix, epoch, images, labels, batch_size):
    model = torch.load(f"{prefix}-{epoch:04d}.pt", weights_only=False).eval()
    steps = T.Compose([T.ToTensor(), T.Normalize(0.5, 0.25)])
    items = [(steps(image), label) for image, label in zip(images, labels)]
    predictions, right = [], 0
    with torch.no_grad():
        for data, label in torch.utils.data.DataLoader(items, batch_size=batch_size):
            found = model(data.flatten(1)).argmax(1)
            right += (found == label).sum().item()
            predictions.append(found)
    return right / len(items), torch.cat(predictions)
