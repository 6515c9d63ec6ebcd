"""Asks each method of captum for attributions of small nets, and uses its other parts."""

import contextlib
import inspect
import signal
import sys
import tempfile
import warnings
from unittest import mock

import torch
from torch import nn

for _name in ("", ".pyplot", ".colors", ".figure", ".axes", ".collections"):
    sys.modules[f"matplotlib{_name}"] = mock.MagicMock()  # its pictures are not looked at
sys.modules["mpl_toolkits"] = sys.modules["mpl_toolkits.axes_grid1"] = mock.MagicMock()
warnings.simplefilter("ignore")
torch.manual_seed(0)
torch.set_num_threads(1)

from captum import attr, concept, influence, metrics, module, robust  # noqa: E402

SECONDS = 10


class TooLong(BaseException):
    """A call takes too long."""


def stop(*_):
    """End the call."""
    raise TooLong


signal.signal(signal.SIGALRM, stop)


@contextlib.contextmanager
def attempt():
    """Run something that may not fit."""
    signal.alarm(SECONDS)
    try:
        yield
    except (Exception, TooLong):
        pass
    finally:
        signal.alarm(0)


class Net(nn.Module):
    """A small net for images."""

    def __init__(self):
        super().__init__()
        self.conv, self.relu, self.pool = nn.Conv2d(1, 2, 3), nn.ReLU(), nn.AvgPool2d(2)
        self.last = nn.Linear(18, 3)

    def forward(self, x, *_):
        return self.last(self.pool(self.relu(self.conv(x))).flatten(1))


class Words(nn.Module):
    """A small net for texts."""

    def __init__(self):
        super().__init__()
        self.embedding, self.relu, self.last = nn.Embedding(20, 4), nn.ReLU(), nn.Linear(4, 3)

    def forward(self, x):
        return self.last(self.relu(self.embedding(x).mean(1)))


net, images, zeros = Net().eval(), torch.rand(4, 1, 8, 8), torch.zeros(4, 1, 8, 8)
target = torch.tensor([0, 1, 2, 1])
mask = torch.arange(64).reshape(1, 1, 8, 8) // 16
ARGUMENTS = (
    {}, {"target": 1}, {"target": target}, {"target": target, "baselines": zeros}, {"target": 1, "baselines": 0.0},
    {"target": 1, "baselines": zeros, "return_convergence_delta": True},
    {"target": 1, "n_steps": 4, "internal_batch_size": 4},
    {"target": 1, "n_steps": 4, "method": "riemann_trapezoid", "return_convergence_delta": True},
    {"target": 1, "feature_mask": mask},
    {"target": 1, "feature_mask": mask, "perturbations_per_eval": 2, "n_samples": 3},
    {"target": 1, "sliding_window_shapes": (1, 3, 3), "strides": (1, 2, 2), "baselines": 0},
    {"target": 1, "attribute_to_layer_input": True}, {"target": 1, "relu_attributions": True},
    {"target": 1, "baselines": zeros, "n_samples": 3, "stdevs": 0.1},
)  # fmt: skip
for _, kind in inspect.getmembers(attr, inspect.isclass):
    made = []
    for given in ((net,), (net, net.conv), (net, net.relu), (net.forward,), (net, [net.conv, net.relu])):
        with attempt():
            made.append(kind(*given))
    for one in made:
        for options in ARGUMENTS:
            with attempt():
                one.attribute(images, **options)
            with attempt():
                one.attribute((images, images) if "Neuron" not in kind.__name__ else images, (0, 1, 1), **options)
        with attempt():
            one.has_convergence_delta(), one.multiplies_by_inputs
        with attempt():
            one.attribute_future(images, target=1)
for kind in ("smoothgrad", "smoothgrad_sq", "vargrad"):
    for inner in (attr.Saliency(net), attr.IntegratedGradients(net), attr.DeepLift(net)):
        with attempt():
            attr.NoiseTunnel(inner).attribute(
                images, nt_type=kind, nt_samples=3, nt_samples_batch_size=2, stdevs=0.1, target=1
            )
for given in ({}, {"interpretable_model": attr.Lime(net).interpretable_model}):
    with attempt():
        attr.Lime(net, **given).attribute(images[:1], target=1, feature_mask=mask, n_samples=8, return_input_shape=True)
with attempt():
    attr.ShapleyValues(net).attribute(images, target=1, feature_mask=mask, perturbations_per_eval=2)
words, tokens = Words(), torch.randint(0, 20, (2, 5))
with attempt():
    attr.LayerIntegratedGradients(words, words.embedding).attribute(
        tokens, tokens * 0, target=1, n_steps=4, return_convergence_delta=True
    )
with attempt():
    inside = attr.configure_interpretable_embedding_layer(words, "embedding")
    told = inside.indices_to_embeddings(tokens)
    attr.IntegratedGradients(words).attribute(told, target=1, n_steps=4)
    attr.remove_interpretable_embedding_layer(words, inside)
with attempt():
    base = attr.TokenReferenceBase(reference_token_idx=0)
    base.generate_reference(5, "cpu")
with attempt():
    stats = attr.Summarizer(
        [attr.Mean(), attr.Var(), attr.StdDev(), attr.Min(), attr.Max(), attr.Sum(), attr.MSE(), attr.Count()]
    )
    for image in images:
        stats.update((image, image))
    _ = stats.summary
with attempt():
    lrp_net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(18, 3))
    lrp_net[0].rule = attr._utils.lrp_rules.Alpha1_Beta0_Rule() if hasattr(attr, "_utils") else None
    attr.LRP(lrp_net).attribute(images, target=1, return_convergence_delta=True)
    attr.LayerLRP(lrp_net, lrp_net[0]).attribute(images, target=1)
saliency = attr.Saliency(net)


def perturb(inputs):
    """Return noise and what is left."""
    noise = 0.1 * torch.randn_like(inputs)
    return noise, inputs - noise


with attempt():
    metrics.infidelity(
        net, perturb, images, saliency.attribute(images, target=1), target=1, n_perturb_samples=3, normalize=True
    )
with attempt():
    metrics.sensitivity_max(saliency.attribute, images, target=1, n_perturb_samples=3, max_examples_per_batch=8)
loss = nn.CrossEntropyLoss(reduction="none")
for attack in (robust.FGSM(net, loss, 0.0, 1.0), robust.PGD(net, loss, 0.0, 1.0)):
    for more in (
        {"epsilon": 0.1},
        {"radius": 0.1, "step_size": 0.02, "step_num": 3},
        {"radius": 0.1, "step_size": 0.02, "step_num": 3, "norm": "L2", "random_start": True, "targeted": True},
    ):
        with attempt():
            attack.perturb(images, target=target, **more)
with attempt():
    fgsm = robust.FGSM(net, loss)
    comparator = robust.AttackComparator(net, lambda out, target: {"right": (out.argmax(1) == target).float()})
    comparator.add_attack(fgsm, "fgsm", epsilon=0.1)
    comparator.evaluate(images, target=target, perturbations_per_eval=2)
    comparator.summary()
with attempt():
    search = robust.MinParamPerturbation(net, lambda x, noise: x + noise, "noise", 0.0, 1.0, 0.2, mode="linear")
    search.evaluate(images[:1], target=0)
for gate in (module.BinaryConcreteStochasticGates, module.GaussianStochasticGates):
    for more in ({}, {"mask": torch.tensor([0, 0, 1])}):
        with attempt():
            gates = gate(3 if not more else 2, **more)
            out, penalty = gates(torch.randn(4, 3))
            (out.sum() + penalty).backward()
            gates.get_gate_values(), gates.get_gate_active_probs(), gates.eval()(torch.randn(4, 3))
data = torch.utils.data.TensorDataset(torch.rand(8, 4), torch.randint(0, 3, (8,)))
small = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3))
with tempfile.TemporaryDirectory() as folder:
    torch.save(small.state_dict(), f"{folder}/one.pt")

    def load(model, path):
        """Load a checkpoint."""
        model.load_state_dict(torch.load(path))
        return 1.0

    for kind, more in (
        (influence.TracInCP, {}), (influence.TracInCPFast, {"final_fc_layer": small[2]}),
        (influence.TracInCPFastRandProj, {"final_fc_layer": small[2], "projection_dim": 4}),
    ):  # fmt: skip
        for reduction, wise in (("sum", True), ("none", False), ("mean", True)):
            with attempt():
                loss_fn = nn.CrossEntropyLoss(reduction=reduction)
                paths = [f"{folder}/one.pt"]
                more["sample_wise_grads_per_batch"] = wise
                trace = kind(
                    small, data, checkpoints=paths, checkpoints_load_func=load, batch_size=4, loss_fn=loss_fn, **more
                )
                batch = (data[:3][0], data[:3][1])
                with attempt():
                    trace.influence(batch)
                with attempt():
                    trace.influence(batch, k=2, proponents=False, show_progress=True)
                with attempt():
                    trace.self_influence(batch), trace.self_influence()
                with attempt():
                    trace.compute_intermediate_quantities(data)
    for measure in (
        influence._core.similarity_influence.euclidean_distance,
        influence._core.similarity_influence.cosine_similarity,
    ):
        with attempt():
            like = influence.SimilarityInfluence(small, "0", torch.rand(8, 4), folder, "small", measure, batch_size=4)
            like.influence(torch.rand(2, 4), top_k=2)
    with attempt():
        first, second = (
            concept.Concept(i, f"c{i}", torch.utils.data.DataLoader(torch.rand(6, 1, 8, 8), 3)) for i in range(2)
        )
        tcav = concept.TCAV(net, ["conv", "relu"], save_path=folder)
        tcav.compute_cavs([[first, second]])
        tcav.interpret(images, [[first, second]], target=1)
