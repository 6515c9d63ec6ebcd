"""Code that looks like a pattern and is none."""
import numpy as np, torch, torch.nn as nn
from torch.utils.data import DataLoader

class Net(nn.Module):
    def __init__(self, depth=3, use_bn=True):
        super().__init__()
        self.depth = depth
        self.use_bn = use_bn
        self.bn = nn.BatchNorm2d(8)
        self.bn3 = nn.BatchNorm2d(8, eps=1e-5)
        self.drop = nn.Dropout(0.5)
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(depth)])

    def forward(self, x, mask=None):
        if self.use_bn:
            x = self.bn(x)
        if mask is not None:
            x = x * mask
        if x.dim() == 3:
            x = x.unsqueeze(0)
        if x.shape[0] > 1:
            x = x + 1
        if x.size(1) == 3 and self.training:
            x = x * 2
        for layer in self.layers:
            x = layer(x)
        for i in range(self.depth):
            x = x + i
        for i in range(x.shape[1]):
            x = x * 1
        if x.is_cuda or x.requires_grad:
            x = x + 0
        if x.dtype == torch.float16:
            x = x.float()
        assert x.ndim == 4
        y = []
        y += [x]
        n = x.size(0)
        n //= 2
        b, c = x.shape[:2]
        if len(x) > 3:
            pass
        z = x * 2
        z = z + 1
        return z

def plain(a: np.ndarray, items: list):
    total = 0
    for item in items:
        total += item["loss"]
        a[a > 0] = 0
        a += 1
    d = {}
    d["a"] = 1
    items[0] = 3
    rows = np.load("x.npy")
    mask = rows > 0
    rows = rows[mask]
    idx = np.arange(10) / 2
    half = len(items) / 2
    x = torch.ones(3)
    first = x[0]
    part = x[1:2]
    y = x[torch.tensor([0, 1])]
    k = x.argmax()
    z = x[k]
    lr = 5 / 2
    q = x / 2
    v = torch.arange(3.0) / 2
    w = torch.tensor([1.0, 2.0]) / 2
    u = torch.arange(4, dtype=torch.float32) / 2
    s = x.shape[0] // 2
    value = x.sum().item()
    arr = x.numpy()
    state = {"a": 1}
    state.update(b=2)
    loader = DataLoader([1, 2], batch_size=2, shuffle=True)
    l2 = DataLoader([1, 2], batch_size=2, num_workers=0)
    rng = np.random.default_rng()
    text = "a b".split()
    optimizer = torch.optim.SGD([x], lr=0.1, momentum=0.9)
    for epoch in range(3):
        optimizer.step()
        name = str(epoch)
        n = float("3")
        m = int(len(items))
    return total, d, rows, idx, half, first, part, y, z


def places(x: torch.Tensor, table: torch.Tensor):
    rows, columns = torch.max(x, dim=1)
    best = table[columns]
    a, b = x.topk(2)
    return best, table[b], torch.__version__.split("+")
