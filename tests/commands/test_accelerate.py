"""`python -m kwbot accelerate`: a compiled kernel where that can be, one clear sentence else."""

import shutil
import sysconfig
from pathlib import Path

import pytest

from kwbot.commands import accelerate, main


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kernel, beside which the compiled one is put."""
    for suffix in (".py", ".pxd"):
        shutil.copy(accelerate.KERNEL.with_suffix(suffix), tmp_path)
    copy = tmp_path / accelerate.KERNEL.name
    monkeypatch.setattr(accelerate, "KERNEL", copy)
    return copy


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
    compiled = kernel.with_suffix(sysconfig.get_config_var("EXT_SUFFIX"))
    compiled.touch()
    assert main(["accelerate", "--undo"]) == 0
    assert not compiled.exists()


@pytest.mark.heavy
def test_it_compiles(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["accelerate"]) == 0
    assert kernel.with_suffix(sysconfig.get_config_var("EXT_SUFFIX")).exists()
