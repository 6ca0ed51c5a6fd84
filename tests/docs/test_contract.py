"""The reference page of the contract has every hook and trait, as their table and docstrings say."""

import importlib.util
from pathlib import Path

import pytest

from halfmove.core.contract.hooks import HOOKS, trait_names

pytestmark = pytest.mark.one_speed

DOCS = Path(__file__).parents[2] / "docs"


def maker():
    spec = importlib.util.spec_from_file_location("contract_tables", DOCS / "contract.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_table_says():
    text = (DOCS / "game-contract.md").read_text()
    assert maker().page(text) == text, "run docs/contract.py"


def test_the_page_has_all_of_it():
    text = (DOCS / "game-contract.md").read_text()
    assert [hook.name for hook in HOOKS.values() if f"| `{hook.call}` |" not in text] == []
    assert [name for name in trait_names() if f"| `{name}` |" not in text] == []
