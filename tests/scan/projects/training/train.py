import argparse
import copy
import math
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim import lr_scheduler

from datasets import Blobs, Compose, Normalize, ToTensor, make_loader
from datasets.transforms import RandomFlip
from metrics import AverageMeter, accuracy, confusion, log
from models import build_model


class LabelSmoothing(nn.Module):
    def __init__(self, eps=0.1):
        super().__init__()
        self.eps = eps

    def forward(self, pred, target):
        n = pred.size(-1)
        logp = pred.log_softmax(dim=-1)
        true = torch.zeros_like(logp).fill_(self.eps / (n - 1))
        true.scatter_(1, target.unsqueeze(1), 1 - self.eps)
        return torch.mean(torch.sum(-true * logp, dim=-1))


class EMA:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = copy.deepcopy(model).eval()
        for p in self.shadow.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for ema, now in zip(self.shadow.parameters(), model.parameters()):
            ema.mul_(self.decay).add_(now.detach(), alpha=1 - self.decay)
        for (_, a), (_, b) in zip(self.shadow.named_buffers(), model.named_buffers()):
            a.copy_(b)


def train_epoch(model, loader, criterion, optimizer, device, ema=None, scaler=None):
    model.train()
    meter = AverageMeter()
    for step, batch in enumerate(loader):
        images = batch["image"].to(device, non_blocking=True)
        labels = batch["label"].to(device)
        optimizer.zero_grad()
        output, features = model(images, return_features=True)
        loss = criterion(output, labels) + 1e-4 * features.pow(2).mean()
        if not torch.isfinite(loss):
            raise RuntimeError("diverged")
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if ema:
            ema.update(model)
        meter.update(loss.item(), images.size(0))
    return meter.mean


def evaluate(model, loader, device):
    model.eval()
    outputs, targets = [], []
    with torch.no_grad():
        for images, labels in loader:
            out = model(images.to(device))
            outputs.append(out.cpu())
            targets.append(labels)
    outputs = torch.cat(outputs)
    targets = torch.cat(targets, dim=0)
    acc = accuracy(outputs, targets, topk=(1, 2))
    conf = confusion(outputs.argmax(1), targets, outputs.shape[1])
    scores = outputs.softmax(1).max(dim=1)[0].numpy()
    return acc, conf, float(np.mean(scores).round(3))


def adjust(optimizer, lr):
    for group in optimizer.param_groups:
        group["lr"] = lr


def save(model, optimizer, scheduler, path):
    torch.save({"model": model.state_dict(), "optim": optimizer.state_dict(), "sched": scheduler.state_dict()}, path)


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--lr", type=float, default=0.05)
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    transform = Compose([ToTensor(), Normalize(0.5, 0.25), RandomFlip()])
    train_loader, val_loader = make_loader(Blobs(transform=transform), num_workers=0)
    model = build_model().to(device)
    criterion = LabelSmoothing()
    decay, plain = [], []
    for name, p in model.named_parameters():
        (plain if p.dim() < 2 or name.endswith("bias") else decay).append(p)
    optimizer = optim.SGD([{"params": decay, "weight_decay": 1e-4}, {"params": plain}], lr=args.lr, momentum=0.9)
    scheduler = lr_scheduler.LambdaLR(optimizer, lambda e: 0.5 * (1 + math.cos(math.pi * e / args.epochs)))
    ema = EMA(model)
    handle = model.stem.register_forward_hook(lambda m, i, o: None)
    for epoch in range(args.epochs):
        loss = train_epoch(model, train_loader, criterion, optimizer, device, ema)
        acc, conf, score = evaluate(ema.shadow, val_loader, device)
        scheduler.step()
        print(log("loss,acc", [loss, acc[0]]))
    handle.remove()
    adjust(optimizer, 1e-3)
    path = os.path.join(tempfile.mkdtemp(), "model.pt")
    save(model, optimizer, scheduler, path)
    checkpoint = torch.load(path)
    again = build_model()
    again.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optim"])
    torch.save(again.state_dict(), path)
    loaded = build_model(checkpoint=path)
    total = sum(p.numel() for p in loaded.parameters() if p.requires_grad)
    print(total, loaded.predict(torch.randn(2, 1, 8, 8)).tolist())


if __name__ == "__main__":
    main([])
