"""The probe, the plan and the read list, and what the worker's own root holds."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from mxtutor.grading.sandbox import layers, mounts, seccomp, syscalls
from mxtutor.grading.sandbox.landlock import READ, READ_DIR, reading_rules
from mxtutor.grading.sandbox.namespaces import set_capabilities
from mxtutor.grading.sandbox.plan import LAYERS, Limits, ReadList, SandboxError
from mxtutor.grading.sandbox.probe import LayerProbe, Probe, make_plan, probe, read_list, safe_for_untrusted
from mxtutor.grading.sandbox.syscalls import SUPPORTED
from tests.grading.sandbox_rig import PEOPLE, ROOT, Who, _in_child, confined, probed, require

linux = pytest.mark.skipif(not SUPPORTED, reason="needs Linux on x86-64 or aarch64")


def _found(*working: str, root: bool = False) -> Probe:
    return Probe(tuple(LayerProbe(name, name in working, "") for name in LAYERS), root)


@pytest.mark.parametrize(
    ("working", "root", "ok"),
    [
        (("landlock", "seccomp"), False, True),
        (("landlock", "seccomp"), True, False),
        (("landlock", "seccomp", "uid"), True, True),
        (("landlock", "mount", "uid"), False, False),
        (("seccomp", "mount", "pid"), False, False),
        ((), False, False),
    ],
)
def test_untrusted_answers_need_landlock_and_seccomp_and_a_user_id(
    working: tuple[str, ...], root: bool, ok: bool
) -> None:
    assert safe_for_untrusted(_found(*working, root=root)) is ok


def test_a_plan_takes_what_works() -> None:
    found = _found("landlock", "seccomp", "mount", "pid", "rlimits")
    assert make_plan(found, ()).layers == ("landlock", "seccomp", "mount", "pid", "rlimits")
    assert make_plan(found, (), confined=False).layers == ("rlimits",)


@linux
@pytest.mark.parametrize("who", PEOPLE)
def test_the_probe_names_every_layer_and_how_to_get_it(who: Who) -> None:
    found = probed(who)
    assert [layer.name for layer in found.layers] == list(LAYERS)
    for layer in found.layers:
        assert layer.detail
        assert bool(layer.fix) == (not layer.ok and layer.needed)


@linux
def test_probing_leaves_this_process_as_it_is() -> None:
    before = Path("/proc/self/status").read_text().split("CapInh")[1].split("Cpus_allowed")[0]
    namespaces = {name: os.readlink(f"/proc/self/ns/{name}") for name in os.listdir("/proc/self/ns")}
    probe()
    assert Path("/proc/self/status").read_text().split("CapInh")[1].split("Cpus_allowed")[0] == before
    assert {name: os.readlink(f"/proc/self/ns/{name}") for name in os.listdir("/proc/self/ns")} == namespaces


@linux
@pytest.mark.skipif(not ROOT, reason="takes root to play a container without rights")
def test_in_a_container_without_rights_the_fixes_say_so() -> None:
    def report(writing: int) -> None:
        seccomp.assemble({syscalls.NUMBERS["unshare"]: seccomp.refuse()}, syscalls.MACHINE).load(os.getpid())
        set_capabilities(1 << 6 | 1 << 7 | 1)
        found = probe()
        fixes = {layer.name: layer.fix for layer in found.layers if not layer.ok and layer.needed}
        os.write(writing, json.dumps([fixes, safe_for_untrusted(found)]).encode())

    fixes, safe = json.loads(_in_child(report, 30)[0])
    assert sorted(fixes) == ["ipc", "mount", "net", "pid", "userns"]
    assert all("SYS_ADMIN" in fix for fix in fixes.values())
    assert safe is True


@linux
@pytest.mark.skipif(not ROOT, reason="takes root to forbid system calls to oneself without leaving traces")
def test_an_old_kernel_is_recognised() -> None:
    def report(writing: int) -> None:
        missing = {syscalls.NUMBERS[name]: seccomp.refuse(38) for name in ("landlock_create_ruleset", "open_tree")}
        seccomp.assemble(missing, syscalls.MACHINE).load(os.getpid())
        os.write(writing, json.dumps({layer.name: layer.fix for layer in probe().layers}).encode())

    fixes = json.loads(_in_child(report, 30)[0])
    assert "5.13" in fixes["landlock"]
    assert "5.12" in fixes["mount"]
    assert fixes["seccomp"] == ""


def test_other_systems_have_limits_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mxtutor.grading.sandbox.probe.SUPPORTED", False)
    found = probe()
    assert [layer.name for layer in found.layers if layer.ok] == ["rlimits"]
    assert all(layer.fix for layer in found.layers if not layer.ok)
    assert not safe_for_untrusted(found)


def test_the_package_works_on_a_system_without_layers(tmp_path: Path) -> None:
    code = (
        "import sys; sys.platform = 'darwin';"
        "from mxtutor.grading.sandbox import layers, plan, probe;"
        "wanted = probe.make_plan(probe.probe(), ());"
        "confinement = layers.confine_worker(wanted); layers.confine_supervisor(confinement);"
        "import os; os.fork() and (os.wait(), os._exit(0));"
        "print(confinement.isolation, layers.confine_child(confinement, plan.Limits(), sys.argv[1]) == os.getcwd());"
        "import resource; print(resource.getrlimit(resource.RLIMIT_CPU)[0])"
    )
    command, repository = [sys.executable, "-c", code, os.path.realpath(tmp_path)], Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=repository, timeout=300)
    assert done.stdout.split("\n")[:2] == ["('rlimits',) True", "11"], done.stderr


def test_the_command_prints_json() -> None:
    command = [sys.executable, "-m", "mxtutor.grading.sandbox"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=300, check=True
    )
    assert [layer["name"] for layer in json.loads(done.stdout)["layers"]] == list(LAYERS)


def test_importing_the_package_takes_the_standard_library_only() -> None:
    code = (
        "import sys, mxtutor.grading.sandbox.layers, mxtutor.grading.sandbox.probe;"
        "print([m for m in sys.modules if m.split('.')[0] not in sys.stdlib_module_names"
        " and not m.startswith(('mxtutor', '__main__', '_distutils_hack'))])"
    )
    repository = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=repository, timeout=300)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_the_read_list_holds_what_a_package_requires_and_no_more() -> None:
    trees = read_list(("pytest",)).trees
    site = sysconfig.get_path("purelib")
    assert {f"{site}/pytest", f"{site}/_pytest", f"{site}/pluggy"} <= set(trees)
    assert f"{site}/textual" not in trees
    assert f"{site}/torch" not in trees
    assert read_list(("no-such-package",)).trees == read_list(()).trees


def test_landlock_s_rules_leave_hidden_packages_out(tmp_path: Path) -> None:
    for name in ("lib/json/a.py", "lib/os.py", "lib/site-packages/torch/a.py", "lib/site-packages/numpy/a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    root = os.path.realpath(tmp_path)
    read = ReadList((f"{root}/lib", f"{root}/lib/site-packages/numpy"), (f"{root}/lib/site-packages",), ())
    names_only, readable = READ_DIR, READ
    assert dict(reading_rules(read)) == {
        f"{root}/lib": names_only,
        f"{root}/lib/json": readable,
        f"{root}/lib/os.py": readable,
        f"{root}/lib/site-packages/numpy": readable,
    }


def test_links_on_the_way_to_a_tree_are_kept(tmp_path: Path) -> None:
    real = tmp_path / "real"
    (real / "inner").mkdir(parents=True)
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "circle").symlink_to("circle")
    top = os.path.realpath(tmp_path)
    links, trees = mounts.resolve((f"{top}/link/inner", f"{top}/circle", f"{top}/missing"))
    assert links[f"{top}/link"] == "real"
    assert trees == {f"{top}/real/inner"}


@linux
@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("layer", ["landlock", "mount"])
def test_torch_is_hidden(who: Who, layer: str) -> None:
    require(who, layer)
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    helper = ("userns",) if layer == "mount" and probed(who).works("userns") else ()

    def read_torch() -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] == "torch"]:
            del sys.modules[name]  # another test of this process may have imported it
        __import__("torch")

    assert confined(read_torch, (*helper, layer), who=who).error


@linux
@pytest.mark.parametrize("who", PEOPLE)
def test_an_answer_owns_nothing_but_its_scratch_folder(who: Who) -> None:
    def look() -> dict[str, object]:
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        return {
            "uid": os.getuid(),
            "root": os.geteuid() == 0,
            "groups": os.getgroups() if who == "as started" and ROOT else [],
            "capabilities": int(status["CapEff"], 16) | int(status["CapPrm"], 16),
            "no_new_privs": status["NoNewPrivs"].strip(),
            "cwd": os.getcwd(),
            "home": os.environ["HOME"],
            "blocked": int(status["SigBlk"], 16),
        }

    require(who, "mount", "pid")
    seen = confined(look, who=who, slot=3).value
    assert seen["root"] is False
    assert seen["groups"] == []
    assert seen["capabilities"] == seen["blocked"] == 0
    assert seen["no_new_privs"] == "1"
    assert seen["cwd"] == seen["home"] == mounts.WORK


@linux
@pytest.mark.skipif(not ROOT, reason="only root gives each job a user id")
def test_jobs_that_run_at_once_have_user_ids_of_their_own() -> None:
    uids = [confined(os.getuid, slot=slot).value for slot in (0, 1, 257)]
    assert uids[1] == uids[0] + 1 == uids[2]


@linux
def test_processes_of_others_are_not_in_proc() -> None:
    require("as started", "pid", "mount")
    seen = confined(lambda: sorted(name for name in os.listdir("/proc") if name.isdigit())).value
    assert seen in (["1"], [])


@linux
def test_a_layer_that_fails_fails_the_job() -> None:
    plan = make_plan(_found("mount", "rlimits"), ())
    confinement = layers.Confinement(plan, plan.layers, proc=os.open("/proc", os.O_PATH))

    def report(writing: int) -> None:
        set_capabilities(0)
        try:
            layers.confine_child(confinement, Limits())
        except SandboxError as error:
            os.write(writing, str(error).encode())

    assert b"cannot confine" in _in_child(report, 10)[0]
    os.close(confinement.proc)


@linux
def test_without_mounts_a_job_must_bring_a_folder() -> None:
    plan = make_plan(_found("rlimits"), (), confined=False)
    with pytest.raises(SandboxError, match="scratch folder"):
        layers.confine_child(layers.Confinement(plan, plan.layers), Limits())


@linux
@pytest.mark.parametrize("layers", [(), None], ids=["no layers", "all layers"])
def test_a_job_without_its_supervisor_does_not_begin(layers: tuple[str, ...] | None) -> None:
    assert "supervisor ended" in confined(lambda: "began", layers, keeper_alive=False).error
    assert confined(lambda: "began", layers).value == "began"
