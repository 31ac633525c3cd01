"""`python -m kwbot accelerate`: a compiled kernel where that can be, one clear sentence else."""

import shutil
import sysconfig
from pathlib import Path

import pytest

from kwbot.commands import accelerate, main


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kernel, in which the compiled modules are put."""
    copy = tmp_path / accelerate.KERNEL.name
    shutil.copytree(accelerate.KERNEL, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    monkeypatch.setattr(accelerate, "KERNEL", copy)
    return copy


def compiled(kernel: Path) -> list[Path]:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return [path.with_suffix(suffix) for path in sorted(kernel.glob("*.pxd"))]


def test_without_cython_it_says_so(
    kernel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(accelerate, "find_spec", lambda name: None)
    assert main(["accelerate"]) == 2
    assert "Cython is not installed; the computer players think in plain Python" in (
        capsys.readouterr().err
    )


def test_without_a_compiler_it_says_so(
    kernel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = sysconfig.get_config_var
    monkeypatch.setattr(
        sysconfig, "get_config_var", lambda name: None if name == "CC" else usual(name)
    )
    assert main(["accelerate"]) == 2
    assert "C compiler" in capsys.readouterr().err


def test_it_can_be_undone(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in compiled(kernel):
        path.touch()
    assert main(["accelerate", "--undo"]) == 0
    assert not any(path.exists() for path in compiled(kernel))


@pytest.mark.heavy
def test_it_compiles(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["accelerate"]) == 0
    assert len(compiled(kernel)) > 1
    assert all(path.exists() for path in compiled(kernel))
