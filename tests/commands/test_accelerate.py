"""`python -m kwbot accelerate`: a compiled kernel where that can be, one clear sentence else."""

import shutil
import sysconfig
from pathlib import Path

import pytest

from kwbot.commands import accelerate, main
from kwbot.players.kernel.compiled import MODULES, folder


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kernel, in which the compiled modules are put."""
    copy = tmp_path / accelerate.KERNEL.name
    shutil.copytree(
        accelerate.KERNEL, copy, ignore=shutil.ignore_patterns("compiled", "__pycache__")
    )
    monkeypatch.setattr(accelerate, "KERNEL", copy)
    return copy


def compiled(kernel: Path) -> list[Path]:
    return sorted(folder(kernel).glob("*"))


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
    folder(kernel).mkdir(parents=True)
    (folder(kernel) / "position.so").touch()
    assert main(["accelerate", "--undo"]) == 0
    assert not compiled(kernel)


def test_what_other_sources_were_compiled_to_is_not_found(kernel: Path) -> None:
    before = folder(kernel)
    with (kernel / "rules.py").open("a") as source:
        source.write("# another line\n")
    assert folder(kernel) != before


@pytest.mark.heavy
def test_it_compiles(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["accelerate"]) == 0
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert [path.name for path in compiled(kernel)] == [module + suffix for module in MODULES]
    with (kernel / "rules.py").open("a") as source:
        source.write("# another line\n")
    stale = compiled(kernel)
    assert main(["accelerate"]) == 0
    assert len(compiled(kernel)) == len(MODULES)
    assert not any(path.exists() for path in stale)
