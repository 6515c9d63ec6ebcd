"""Modules that load at their first use, hashes without OpenSSL, and peewee without drivers of other databases."""

from __future__ import annotations

import importlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxtutor.light_imports import lazily, without
from mxtutor.live.light_peewee import DRIVERS

SOURCE = """
import time
loads = globals().get("loads", 0) + 1
first = "first"
time.sleep(0.02)
second = first + " second"
"""


@pytest.fixture
def name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module that can be imported, and is not yet."""
    (tmp_path / "seldom_used_module.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    yield "seldom_used_module"
    sys.modules.pop("seldom_used_module", None)


def test_a_lazy_module_loads_at_its_first_use_and_once(name: str) -> None:
    with lazily(frozenset({name})):
        module = importlib.import_module(name)
    again = importlib.import_module(name)
    assert again is module
    assert "first" not in vars(module)
    assert module.second == "first second"
    assert module.loads == 1
    assert module.__spec__ is not None
    assert type(module.__spec__.loader).__module__ == "_frozen_importlib_external", "nothing of the laziness remains"
    with pytest.raises(AttributeError, match="module 'seldom_used_module' has no attribute 'third'"):
        _ = module.third
    assert module.loads == 1


def test_an_import_of_a_name_loads_the_module(name: str) -> None:
    with lazily(frozenset({name})):
        importlib.import_module(name)
    scope: dict[str, object] = {}
    exec(f"from {name} import second", scope)
    assert scope["second"] == "first second"


def test_threads_that_use_a_lazy_module_at_once_all_see_it_whole(name: str) -> None:
    with lazily(frozenset({name})):
        module = importlib.import_module(name)
    seen: list[object] = []
    threads = [threading.Thread(target=lambda: seen.append(module.second)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == ["first second"] * 8
    assert module.loads == 1


def test_an_error_while_a_lazy_module_loads_reaches_who_uses_it(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.py").write_text("raise OSError('no such library')")
    with lazily(frozenset({name})):
        module = importlib.import_module(name)
    for _ in range(2):
        with pytest.raises(OSError, match="no such library"):
            _ = module.first


def test_a_module_that_is_imported_already_and_an_unknown_one_are_as_ever(name: str) -> None:
    module = importlib.import_module(name)
    with lazily(frozenset({name, "there_is_no_such_module"})):
        assert importlib.import_module(name) is module
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module("there_is_no_such_module")
    assert module.second == "first second"


def test_encrypted_connections_work_after_a_start_that_did_not_load_them() -> None:
    code = """
import sys
from mxtutor.light_imports import lazily
with lazily():
    import asyncio
later = [name for name in ("asyncio.sslproto", "linecache", "ssl") if "__getattr__" in vars(sys.modules.get(name, sys))]
print(later, "_ssl" in sys.modules)
import ssl, urllib.request
async def connect():
    try:
        await asyncio.open_connection("127.0.0.1", 1, ssl=ssl.create_default_context())
    except ConnectionRefusedError:
        pass
    loop = asyncio.get_running_loop()
    context = ssl.create_default_context()
    protocol = asyncio.sslproto.SSLProtocol(loop, asyncio.Protocol(), context, None, server_hostname="x")
    print(protocol._sslcontext.verify_mode is ssl.CERT_REQUIRED)
asyncio.run(connect())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["['asyncio.sslproto', 'linecache', 'ssl'] False", "True"], done.stderr


def test_a_tutor_hashes_without_openssl_and_can_still_use_it_later() -> None:
    code = """
import sys
from mxtutor.light_imports import import_hashlib
import_hashlib()
print("_hashlib" in sys.modules)
import hashlib, hmac, ssl
ssl.create_default_context()
print(hmac.new(b"key", b"text", hashlib.sha256).hexdigest() == hmac.digest(b"key", b"text", "sha256").hex())
print(hashlib.new("md5", b"text").hexdigest() == hashlib.md5(b"text").hexdigest(), len(hashlib.blake2b(b"").digest()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["False", "True", "True", "64"], done.stderr
    assert done.stderr == ""


def test_a_python_without_hashes_of_its_own_uses_openssl() -> None:
    code = """
import sys
from mxtutor import light_imports
with light_imports.without(frozenset({"_md5"})):
    nothing = type("Nothing", (), {"find_spec": staticmethod(lambda name: None)})
    light_imports.PathFinder = light_imports.BuiltinImporter = nothing
    light_imports.import_hashlib()
print("hashlib" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["False"], "")


def test_peewee_comes_without_drivers_and_with_those_that_are_imported_already(tmp_path: Path) -> None:
    for driver in DRIVERS:
        (tmp_path / f"{driver}.py").write_text("raise SystemExit('a driver was imported')")
    code = "import mxtutor.live.outbox, peewee; print(peewee.psycopg, sys.meta_path[0])"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("None "), done.stderr
    assert "_Absent" not in done.stdout


def test_other_threads_can_import_what_is_hidden_from_this_one(name: str) -> None:
    found: list[object] = []
    with without(frozenset({name})):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)
        thread = threading.Thread(target=lambda: found.append(importlib.import_module(name).second))
        thread.start()
        thread.join()
    assert found == ["first second"]
    assert importlib.import_module(name).loads == 1
