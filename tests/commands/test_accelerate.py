"""`python -m kwbot accelerate`: a compiled kernel where that can be, one clear sentence else."""

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kwbot.commands import accelerate, main
from kwbot.players.kernel import compiler
from kwbot.players.kernel.compiled import MODULES, compiled_folder, folders
from kwbot.players.kernel.compiler import CannotCompile, compile_kernel, start_compiling


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kernel, in which the compiled modules are put."""
    copy = tmp_path / accelerate.KERNEL.name
    shutil.copytree(
        accelerate.KERNEL, copy, ignore=shutil.ignore_patterns("compiled", "__pycache__")
    )
    monkeypatch.setattr(accelerate, "KERNEL", copy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return copy


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A compiler that makes empty libraries, and what it is called with."""
    made: list[list[str]] = []

    def run(command: list[str], **_: Any) -> SimpleNamespace:
        made.append(command)
        Path(command[-1]).touch()
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(compiler, "compiler", lambda: ["cc"])
    monkeypatch.setattr(subprocess, "run", run)
    return made


def test_without_cython_it_says_so(
    kernel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiler, "find_spec", lambda name: None)
    assert main(["accelerate"]) == 2
    assert "Cython is not installed; the computer players think in plain Python" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("command", [None, "no-such-compiler -pthread"])
def test_without_a_compiler_it_says_so(
    command: str | None,
    kernel: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    usual = sysconfig.get_config_var
    monkeypatch.setattr(
        sysconfig, "get_config_var", lambda name: command if name == "CC" else usual(name)
    )
    assert main(["accelerate"]) == 2
    assert "C compiler" in capsys.readouterr().err


def test_it_can_be_undone(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in folders(kernel):
        folder.mkdir(parents=True)
    assert main(["accelerate", "--undo"]) == 0
    assert compiled_folder(kernel) is None


def test_what_other_sources_were_compiled_to_is_not_found(kernel: Path) -> None:
    before = list(folders(kernel))
    with (kernel / "state.py").open("a") as source:
        source.write("# another line\n")
    assert not set(before) & set(folders(kernel))


def test_all_modules_come_at_once_and_stale_ones_go(kernel: Path, calls: list[list[str]]) -> None:
    stale = kernel / "compiled" / "stale"
    stale.mkdir(parents=True)
    assert compile_kernel(kernel) == compiled_folder(kernel) == next(folders(kernel))
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = compiled_folder(kernel)
    assert found
    assert sorted(path.name for path in found.iterdir()) == [name + suffix for name in MODULES]
    assert list(found.parent.iterdir()) == [found]
    assert len(calls) == 1 + len(MODULES)
    assert compile_kernel(kernel) == found, "another process may have been faster"


def test_two_at_once_leave_each_others_work_alone(
    kernel: Path, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """The second one begins and ends while the first one compiles."""
    compile_module, others = compiler._compile, [True]

    def held_up(*module: Any) -> None:
        compile_module(*module)
        if others.pop() if others else False:
            assert main(["accelerate"]) == 0
            assert compiled_folder(kernel) == next(folders(kernel))

    monkeypatch.setattr(compiler, "_compile", held_up)
    assert main(["accelerate"]) == 0
    told = capsys.readouterr()
    assert told.out.count(f"accelerated: {len(MODULES)} modules in {next(folders(kernel))}") == 2
    assert told.err == ""
    assert len(calls) == 2 * (1 + len(MODULES))
    found = compiled_folder(kernel)
    assert found
    assert len(list(found.iterdir())) == len(MODULES)
    assert list(found.parent.iterdir()) == [found]


def test_what_nobody_compiles_any_more_goes(kernel: Path, calls: list[list[str]]) -> None:
    for name, age in (("new-lately", 60), ("new-killed", 2 * compiler.ABANDONED)):
        folder = kernel / "compiled" / name
        folder.mkdir(parents=True)
        os.utime(folder, (time.time() - age,) * 2)
    found = compile_kernel(kernel)
    assert {one.name for one in found.parent.iterdir()} == {found.name, "new-lately"}


def test_what_was_compiled_before_is_not_denied(
    kernel: Path, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    compile_kernel(kernel)
    broken = SimpleNamespace(returncode=1, stderr="no such header\n")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: broken)
    assert main(["accelerate"]) == 2
    assert "no such header; the computer players stay accelerated" in capsys.readouterr().err


def test_what_cannot_be_compiled_leaves_nothing(
    kernel: Path, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = SimpleNamespace(returncode=1, stderr="no such header\n")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: broken)
    with pytest.raises(CannotCompile, match="no such header"):
        compile_kernel(kernel)
    assert compiled_folder(kernel) is None
    assert not list((kernel / "compiled").iterdir())


def test_a_cache_is_used_where_the_sources_cannot_be_written(
    kernel: Path, calls: list[list[str]]
) -> None:
    (kernel / "compiled").touch()  # a folder cannot be made there
    assert compile_kernel(kernel) == compiled_folder(kernel) == list(folders(kernel))[1]


def test_where_nothing_can_be_written_it_says_so(
    kernel: Path, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (kernel / "compiled").touch()
    (tmp_path / "cache").touch()
    with pytest.raises(CannotCompile, match="no folder"):
        compile_kernel(kernel)


def test_the_first_start_compiles_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    thread = SimpleNamespace(start=lambda: started.append(None))
    monkeypatch.setattr(compiler, "Thread", lambda **_: thread)
    monkeypatch.setattr(compiler, "compiled_folder", lambda: None)
    monkeypatch.setattr(compiler, "compiler", lambda: ["cc"])
    monkeypatch.setattr(compiler, "ACCELERATED", True)
    assert start_compiling() == "by a compiled kernel"
    assert not started
    monkeypatch.setattr(compiler, "ACCELERATED", False)
    assert "being compiled" in start_compiling()
    assert len(started) == 1


def test_without_a_compiler_the_bot_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "ACCELERATED", False)
    monkeypatch.setattr(compiler, "compiled_folder", lambda: None)
    monkeypatch.setattr(compiler, "find_spec", lambda name: None)
    assert start_compiling() == "in plain Python (Cython is not installed)"


@pytest.mark.heavy
def test_it_compiles(kernel: Path) -> None:
    assert main(["accelerate"]) == 0
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = compiled_folder(kernel)
    assert found
    assert sorted(path.name for path in found.iterdir()) == [name + suffix for name in MODULES]


def test_what_cannot_be_loaded_is_passed_over(
    kernel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = next(folders(kernel))
    folder.mkdir(parents=True)
    (folder / f"state{sysconfig.get_config_var('EXT_SUFFIX')}").write_bytes(b"no library")
    monkeypatch.syspath_prepend(str(kernel.parent))
    assert not import_module(kernel.name).ACCELERATED
    for name in [name for name in sys.modules if name.partition(".")[0] == kernel.name]:
        monkeypatch.delitem(sys.modules, name)
