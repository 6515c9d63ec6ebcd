"""The kernel keeps a session's process in its home: each attack works without it and fails with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mxtutor.errors import UsageError
from mxtutor.paths import content_root
from mxtutor.serving import confinement
from mxtutor.serving.run import home_of, prepare_homes
from mxtutor.serving.signing import Signer

ATTACKS = {
    "list the homes": "print(os.listdir(homes))",
    "read another home": "print(open(f'{homes}/other/progress.db').read())",
    "read by a link": "os.symlink(f'{homes}/other', f'{home}/x'); print(open(f'{home}/x/progress.db').read())",
    "read by another process": "print(subprocess.run(['/bin/cat', f'{homes}/other/progress.db'], capture_output=True, check=True))",  # noqa: E501
    "write into another home": "print(open(f'{homes}/other/new', 'w').write('x'))",
    "replace another home": "print(os.rename(f'{homes}/other/progress.db', f'{home}/mine'))",
    "take it by a hard link": "print(os.link(f'{homes}/other/progress.db', f'{home}/mine'))",
    "remove another home": "print(os.remove(f'{homes}/other/progress.db'))",
    "read the key": "print(open(f'{homes}/server.key').read())",
    "read the roster": "print(open(f'{homes}/../class.csv').read())",
    "read the processes of others": "print(open(f'/proc/{os.getppid()}/environ').read())",
}
PROGRAM = """
import os, subprocess, sys
from pathlib import Path
from mxtutor.paths import content_root
from mxtutor.serving.confinement import confine_session
homes, home, confined = sys.argv[1], sys.argv[2], sys.argv[3]
if confined == "yes":
    confine_session(content_root(), Path(home))
Path(home, "own").write_text("x")
assert Path(home, "own").read_text() == "x"
"""

pytestmark = pytest.mark.skipif(not confinement.works(), reason="this kernel has no Landlock")


@pytest.fixture
def homes(tmp_path: Path) -> Path:
    """Return a folder of homes: `mine`, and `other` with progress."""
    folder = tmp_path / "homes"
    for name in ("mine", "other"):
        (folder / name).mkdir(parents=True)
    (folder / "other" / "progress.db").write_text("a secret")
    (folder / "server.key").write_text("a secret")
    (tmp_path / "class.csv").write_text("a secret")
    return folder


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("confined", ["yes", "no"])
def test_an_attack_on_another_home(homes: Path, attack: str, confined: str) -> None:
    words = [sys.executable, "-c", PROGRAM + ATTACKS[attack], str(homes), str(homes / "mine"), confined]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if confined == "no":
        assert done.returncode == 0, done.stderr
        return
    refused = ("PermissionError", "CalledProcessError", "Invalid cross-device link")
    assert any(words in done.stderr for words in refused)
    assert "secret" not in done.stdout
    assert (homes / "other" / "progress.db").read_text() == "a secret"


def test_a_session_finds_and_verifies_a_class_server_and_reads_no_keys_and_users(homes: Path) -> None:
    finds = "import socket, ssl; print(socket.getaddrinfo('localhost', 80)[0][4][0])"
    reads = "ssl.create_default_context(); ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_default_certs()"
    denied = "[print('read', p) for p in ('/etc/passwd', '/etc/ssl/private', '/etc/shadow') if opened(p)]"
    opened = """
def opened(path):
    try:
        return bool(os.listdir(path) if os.path.isdir(path) else open(path).read())
    except OSError:
        return False
"""
    program = "\n".join([PROGRAM, opened, finds, reads, denied])
    words = [sys.executable, "-c", program, str(homes), str(homes / "mine"), "yes"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] in ("127.0.0.1", "::1")
    assert "read" not in done.stdout


@pytest.mark.parametrize("name", ["", "..", "../../etc/passwd", "/", "a\0b", "名前" * 500, "\ud800", "ADA", "ada"])
def test_a_home_lies_in_the_folder_of_the_homes_whatever_the_learner_is_called(tmp_path: Path, name: str) -> None:
    signer = Signer(b"k" * 32)
    homes = prepare_homes(tmp_path / "homes", content_root())
    home = home_of(homes, signer, name)
    assert home.parent == homes
    assert home.name.isalnum()
    assert home.stat().st_mode & 0o777 == 0o700
    assert home == home_of(homes, signer, name)
    assert home != home_of(homes, signer, name + "x")


def test_a_home_that_is_a_link_is_refused(tmp_path: Path) -> None:
    signer = Signer(b"k" * 32)
    (tmp_path / signer.home_name("ada")).symlink_to("/etc")
    with pytest.raises(NotADirectoryError):
        home_of(tmp_path, signer, "ada")


def test_homes_cannot_lie_where_answers_may_read() -> None:
    inside = content_root() / "lessons" / "homes"
    with pytest.raises(UsageError, match="may read"):
        prepare_homes(inside, content_root())
    assert not inside.exists()
