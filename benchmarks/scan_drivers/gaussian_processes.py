"""Trains and asks Gaussian processes of gpytorch: exact, of several tasks, and approximate, with many kernels."""

import contextlib
import warnings

import gpytorch
import torch
from gpytorch import kernels, likelihoods, means, mlls, variational

warnings.simplefilter("ignore")
torch.manual_seed(0)
XS = torch.linspace(0, 1, 12)[:, None].repeat(1, 2) + 0.1 * torch.rand(12, 2)
YS = torch.sin(3 * XS[:, 0])
NORMAL = gpytorch.distributions.MultivariateNormal


class Exact(gpytorch.models.ExactGP):
    """A process with any kernel, perhaps for two tasks."""

    def __init__(self, kernel, likelihood, ys, tasks=1):
        super().__init__(XS, ys, likelihood)
        mean = means.LinearMean(2) if tasks == 1 else means.ConstantMean()
        self.mean = mean if tasks == 1 else means.MultitaskMean(mean, num_tasks=tasks)
        self.kernel = kernel if tasks == 1 else kernels.MultitaskKernel(kernel, num_tasks=tasks, rank=1)
        self.normal = NORMAL if tasks == 1 else gpytorch.distributions.MultitaskMultivariateNormal

    def forward(self, x):
        return self.normal(self.mean(x), self.kernel(x))


class Approximate(gpytorch.models.ApproximateGP):
    """A process with inducing points, a way to whiten and a kind of distribution."""

    def __init__(self, strategy, distribution):
        super().__init__(strategy(self, XS[:5].clone(), distribution(5), learn_inducing_locations=True))
        self.mean = means.ConstantMean()
        self.kernel = kernels.ScaleKernel(kernels.RBFKernel(ard_num_dims=2))

    def forward(self, x):
        return NORMAL(self.mean(x), self.kernel(x))


def trained(model, likelihood, loss, ys):
    """Take three steps, then predict, sample, and add an observation."""
    optimizer = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=0.1)
    model.train(), likelihood.train()
    for _ in range(3):
        optimizer.zero_grad()
        (-loss(model(XS), ys).sum()).backward()
        optimizer.step()
    model.eval(), likelihood.eval()
    with gpytorch.settings.fast_pred_var():
        told = likelihood(model(XS + 0.01))
        told.mean, told.variance, told.confidence_region(), told.rsample(torch.Size([2])), told.log_prob(ys)
    model.load_state_dict(model.state_dict())
    if hasattr(model, "get_fantasy_model"):
        model.get_fantasy_model(XS[:2] + 0.05, ys[:2])


KERNELS = (
    kernels.RBFKernel, kernels.MaternKernel, kernels.PeriodicKernel, kernels.CosineKernel, kernels.LinearKernel,
    kernels.RQKernel, kernels.PiecewisePolynomialKernel, lambda: kernels.PolynomialKernel(power=2),
    lambda: kernels.SpectralMixtureKernel(num_mixtures=2, ard_num_dims=2), lambda: kernels.MaternKernel(nu=0.5),
    lambda: kernels.ScaleKernel(kernels.RBFKernel() + kernels.MaternKernel(nu=1.5)),
    lambda: kernels.RBFKernel() * kernels.PeriodicKernel(), lambda: kernels.RFFKernel(num_samples=8, num_dims=2),
    lambda: kernels.GridInterpolationKernel(kernels.RBFKernel(), grid_size=8, num_dims=2),
    lambda: kernels.InducingPointKernel(kernels.RBFKernel(), XS[:4], likelihoods.GaussianLikelihood()),
    lambda: kernels.AdditiveStructureKernel(kernels.RBFKernel(), num_dims=2), kernels.ConstantKernel,
)  # fmt: skip
for _kernel in KERNELS:
    with contextlib.suppress(Exception):
        _likelihood = likelihoods.GaussianLikelihood()
        _model = Exact(_kernel(), _likelihood, YS)
        trained(_model, _likelihood, mlls.ExactMarginalLogLikelihood(_likelihood, _model), YS)
with contextlib.suppress(Exception):
    _tasks = torch.stack([YS, -YS], -1)
    _likelihood = likelihoods.MultitaskGaussianLikelihood(num_tasks=2)
    _model = Exact(kernels.RBFKernel(), _likelihood, _tasks, tasks=2)
    trained(_model, _likelihood, mlls.ExactMarginalLogLikelihood(_likelihood, _model), _tasks)
STRATEGIES = (
    variational.VariationalStrategy, variational.UnwhitenedVariationalStrategy, variational.CiqVariationalStrategy,
    variational.BatchDecoupledVariationalStrategy,
)  # fmt: skip
DISTRIBUTIONS = (
    variational.CholeskyVariationalDistribution, variational.MeanFieldVariationalDistribution,
    variational.DeltaVariationalDistribution, variational.NaturalVariationalDistribution,
    variational.TrilNaturalVariationalDistribution,
)  # fmt: skip
for _strategy in STRATEGIES:
    for _distribution in DISTRIBUTIONS:
        for _likelihood in (likelihoods.GaussianLikelihood(), likelihoods.StudentTLikelihood()):
            with contextlib.suppress(Exception):
                _model = Approximate(_strategy, _distribution)
                trained(_model, _likelihood, mlls.VariationalELBO(_likelihood, _model, num_data=12), YS)
