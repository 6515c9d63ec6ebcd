"""Trains and samples each flow of zuko, and uses its distributions, transforms and layers."""

import contextlib
import inspect

import torch
import zuko
from torch.distributions import Normal
from zuko import distributions, flows, mixtures, nn, transforms

torch.manual_seed(0)
XS, CS = torch.rand(6, 3) - 0.5, torch.randn(6, 2)
OPTIONS = (
    {}, {"passes": 2}, {"hidden_features": [8, 8], "residual": True}, {"randperm": True}, {"randmask": True},
    {"exact": False}, {"bins": 4}, {"components": 3}, {"order": torch.tensor([2, 0, 1])},
    {"covariance_type": "diagonal"}, {"covariance_type": "tied"}, {"covariance_type": "spherical"},
)  # fmt: skip


def used(flow, context):
    """Take two steps of training, then sample."""
    optimizer = torch.optim.Adam(flow.parameters(), lr=1e-2)
    for _ in range(2):
        loss = -flow(context).log_prob(XS).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    repr(flow)
    told = flow(context)
    told.sample((2,)), told.rsample_and_log_prob((2,)), told.rsample((2,))
    flow.t, flow.transform(context).inv, told.expand((2,))
    if hasattr(flow, "initialize"):
        flow.initialize(XS)


for module in (flows, mixtures):
    for _, kind in inspect.getmembers(module, inspect.isclass):
        for options in OPTIONS:
            for context, width in ((None, 0), (CS, 2)):
                with contextlib.suppress(Exception):
                    used(kind(3, width, **options), context)


def coupled(x):
    """Return the transform of the other features."""
    return transforms.MonotonicAffineTransform(x.sum(-1, keepdim=True).expand(x.shape[0], 2), torch.rand(2))


TRANSFORMS = (
    transforms.IdentityTransform(), transforms.CosTransform(), transforms.SinTransform(),
    transforms.SoftclipTransform(),
    transforms.CircularShiftTransform(), transforms.SignedPowerTransform(torch.rand(3)),
    transforms.MonotonicAffineTransform(torch.rand(3), torch.rand(3)),
    transforms.MonotonicRQSTransform(torch.rand(3, 8), torch.rand(3, 8), torch.rand(3, 7)),
    transforms.MonotonicTransform(lambda x: x**3 + x), transforms.BernsteinTransform(torch.rand(3, 16)),
    transforms.BoundedBernsteinTransform(torch.rand(3, 16)),
    transforms.GaussianizationTransform(torch.rand(3, 8), torch.rand(3, 8)),
    transforms.UnconstrainedMonotonicTransform(lambda x: torch.exp(-(x**2)) + 1e-2, torch.randn(3)),
    transforms.SOSPolynomialTransform(torch.randn(3, 2, 4), torch.randn(3)),
    transforms.FreeFormJacobianTransform(lambda _, x: 0.1 * x),
    transforms.AutoregressiveTransform(lambda x: transforms.MonotonicAffineTransform(x, x), 3),
    transforms.CouplingTransform(coupled, torch.tensor([True, False, False])),
    transforms.LULinearTransform(torch.randn(3, 3)), transforms.PermutationTransform(torch.tensor([2, 0, 1])),
    transforms.RotationTransform(torch.randn(3, 3)),
    transforms.ComposedTransform(transforms.SinTransform(), transforms.CosTransform()),
)  # fmt: skip
for transform in TRANSFORMS:
    with contextlib.suppress(Exception):
        repr(transform)
        ys = transform(XS)
        transform.log_abs_det_jacobian(XS, ys)
        transform.call_and_ladj(XS)
        transform.inv(ys)
        transform.inv.call_and_ladj(ys)
        transforms.DependentTransform(transform, 1).call_and_ladj(XS)
NORMAL = distributions.DiagNormal(torch.zeros(3), torch.ones(3))
LAWS = (
    lambda: NORMAL, lambda: distributions.BoxUniform(-torch.ones(3), torch.ones(3)),
    lambda: distributions.NormalizingFlow(transforms.SinTransform(), NORMAL),
    lambda: distributions.Joint(Normal(0.0, 1.0), NORMAL),
    lambda: distributions.GeneralizedNormal(torch.tensor([1.0, 2.0, 3.0])),
    lambda: distributions.Mixture(Normal(torch.randn(4), torch.ones(4)), torch.zeros(4)),
    lambda: distributions.Truncated(Normal(0.0, 1.0), torch.tensor(-1.0), torch.tensor(1.0)),
    lambda: distributions.Sort(Normal(0.0, 1.0), 3), lambda: distributions.TopK(Normal(0.0, 1.0), 2, 3),
    lambda: distributions.Minimum(Normal(0.0, 1.0), 3), lambda: distributions.Maximum(Normal(0.0, 1.0), 3),
    lambda: distributions.TransformedUniform(transforms.SinTransform(), torch.tensor(-1.0), torch.tensor(1.0)),
)  # fmt: skip
for make in LAWS:
    with contextlib.suppress(Exception):
        law = make()
        repr(law)
        x = law.sample((4,))
        law.rsample((2,)), law.log_prob(x), law.expand(torch.Size([2, *law.batch_shape])).rsample()
    with contextlib.suppress(Exception):
        law.cdf(x), law.icdf(torch.rand(4)), law.rsample_and_log_prob((2,))
LAYERS = (
    lambda: nn.LayerNorm(), lambda: nn.Linear(3, 2, stack=2), lambda: nn.MLP(3, 2, [8], normalize=True),
    lambda: nn.MaskedLinear(torch.randn(4, 3) > 0), lambda: nn.MaskedMLP(torch.ones(4, 3) > 0, [8, 8], residual=True),
    lambda: nn.MaskedMLP(torch.randn(4, 3) > 0), lambda: nn.MonotonicLinear(3, 2), lambda: nn.MonotonicMLP(3, 2, [8]),
)  # fmt: skip
for make in LAYERS:
    with contextlib.suppress(Exception):
        layer = make()
        repr(layer)
        layer(XS).sum().backward()
with contextlib.suppress(Exception):
    zuko.utils.bisection(
        torch.cos, torch.tensor(2.0), torch.tensor(1.0), 10, (torch.ones(1, requires_grad=True),)
    ).backward()
    zuko.utils.gauss_legendre(lambda x: x**2, torch.zeros(3), XS[0].requires_grad_()).sum().backward()
    zuko.utils.odeint(lambda _, x: x, XS, 0.0, torch.tensor(1.0, requires_grad=True)).sum().backward()
    zuko.utils.partial(torch.sum, dim=0)(XS)
    zuko.utils.broadcast(XS, CS[:, :1], ignore=1), zuko.utils.unpack(XS, [(1,), (2,)])
