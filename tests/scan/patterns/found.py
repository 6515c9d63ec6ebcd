"""Code as users of PyTorch write it; a comment names the pattern that a scan finds in its line."""
import torch, torch.nn as nn, torch.nn.functional as F
from torch.optim.lr_scheduler import StepLR, OneCycleLR
from torch.utils.data import DataLoader

class Straight(torch.autograd.Function):  # pattern: autograd-function
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        g = g.clone()
        g[x.abs() > 1] = 0  # pattern: mask-index
        return g

class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.bn = nn.BatchNorm2d(8, momentum=0.01)  # pattern: batchnorm-momentum
        self.bn2 = nn.BatchNorm1d(8, 1e-5, 0.05)  # pattern: batchnorm-momentum
        self.sync = nn.SyncBatchNorm(8, momentum=0.2)  # pattern: batchnorm-momentum
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(n)])
        self.register_buffer("ema", torch.zeros(8))
        self.conv.register_forward_hook(self._hook)  # pattern: hook

    def _hook(self, module, inputs, output):
        self.seen = output

    def forward(self, x, lengths):
        h = self.bn(self.conv(x)).mean((2, 3))
        if h.sum() > 0:  # pattern: dynamic-control-flow
            h = h * 2
        while h.norm() > 10:  # pattern: dynamic-control-flow
            h = h / 2
        for i in range(lengths.max().item()):  # pattern: dynamic-control-flow
            h = self.layers[0](h)
        if (h > 0).all():  # pattern: dynamic-control-flow
            h = -h
        if torch.isnan(h).any():  # pattern: dynamic-control-flow
            raise ValueError
        self.ema.mul_(0.9).add_(h.mean(0), alpha=0.1)  # pattern: in-place
        self.ema += h.mean(0)  # pattern: in-place
        y = h[:, 0]
        y += 1  # pattern: in-place
        h[:, 1] = 0  # pattern: in-place
        flag = h.mean() > 0.5
        if flag:  # pattern: dynamic-control-flow
            h = h + 1
        n = int(lengths.sum())  # pattern: dynamic-control-flow
        return h.view(n, -1)

def train(net, loader, optimizer, epochs):
    scheduler = StepLR(optimizer, step_size=30, gamma=0.1)  # pattern: scheduler
    total = 0.0
    losses = []
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            out = net(x, y)
            loss = F.cross_entropy(out, y)
            loss.backward()
            optimizer.step()
            total += loss.item()  # pattern: sync-in-loop
            losses.append(float(loss))  # pattern: sync-in-loop
            pred = out.argmax(1).cpu().numpy()  # pattern: sync-in-loop
            if loss > 10:  # pattern: sync-in-loop
                break
            print(f"{loss:.3f}")  # pattern: sync-in-loop
            correct = (out.argmax(1) == y).sum().item()  # pattern: sync-in-loop
        scheduler.step()  # pattern: scheduler
    return total

def masks(x: torch.Tensor, mask, y):
    keep = x > 0
    a = x[keep]  # pattern: mask-index
    b = x[x == 1]  # pattern: mask-index
    c = x[~keep]  # pattern: mask-index
    x[keep] = 0  # pattern: mask-index
    d = x[keep & (x < 3)]  # pattern: mask-index
    e = torch.masked_select(x, keep)  # pattern: mask-index
    f = y[mask.bool()]  # pattern: mask-index
    g = x[torch.isnan(x)]  # pattern: mask-index
    h = x[:, keep[0]]  # pattern: mask-index
    i = torch.where(keep, x, -x)
    j, = torch.where(keep[0])  # pattern: mask-index
    return a, b, c, d, e, f, g, h, i, j

def weights(net, path):
    state = torch.load(path, map_location="cpu")  # pattern: state-dict
    state = {k.replace("module.", ""): v for k, v in state.items()}
    net.load_state_dict(state, strict=False)  # pattern: state-dict
    own = net.state_dict()  # pattern: state-dict
    own["conv.weight"].copy_(state["conv.weight"])  # pattern: in-place
    torch.save(own, path)  # pattern: state-dict
    for name, parameter in net.named_parameters():
        if name.startswith("bn"):
            parameter.requires_grad = False
    with torch.no_grad():
        for p in net.parameters():
            p.data.clamp_(-1, 1)  # pattern: in-place
            p -= 0.1 * p.grad  # pattern: in-place

def loaders(dataset, fn):
    a = DataLoader(dataset, 32, num_workers=4)  # pattern: loader-workers
    b = DataLoader(dataset, batch_size=32, collate_fn=fn)  # pattern: loader-workers
    c = DataLoader(dataset, 4, True, None, None, 8)  # pattern: loader-workers
    kw = {"num_workers": 2, "pin_memory": True}
    d = DataLoader(dataset, batch_size=4, **kw)  # pattern: loader-workers
    return a, b, c, d

def hooks(x, net):
    x.register_hook(lambda g: g * 2)  # pattern: hook
    net.register_full_backward_hook(lambda m, i, o: None)  # pattern: hook
    nn.modules.module.register_module_forward_hook(print)  # pattern: hook
    one = OneCycleLR(torch.optim.SGD(net.parameters(), lr=0.1), 0.1, 100)  # pattern: scheduler
    return one
