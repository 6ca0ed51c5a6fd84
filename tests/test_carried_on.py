"""Files for those who carry the project on: what they name is there."""

import json
import re
import tomllib

import pytest
import yaml
from documents import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
pytestmark = pytest.mark.one_speed


def loaded(name):
    return yaml.safe_load((ROOT / name).read_text())


@pytest.mark.parametrize(
    "name",
    [
        ".github/workflows/test.yml",
        ".github/pull_request_template.md",
        ".devcontainer/devcontainer.json",
        "CONTRIBUTING.md",
        "Containerfile",
    ],
)
def test_every_target_of_make_that_is_named_is_one(name):
    text = (ROOT / name).read_text()
    for target in re.findall(r"(?:`|run: |\": \")make ([a-z][a-z-]+)", text):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target


def test_the_hooks_run_programs_and_tests_that_exist():
    [repository] = loaded(".pre-commit-config.yaml")["repos"]
    for hook in repository["hooks"]:
        words = hook["entry"].split()
        assert (ROOT / words[0]).exists(), words[0]
        for word in words:
            assert not word.startswith("tests/") or (ROOT / word).exists(), word
        assert hook["language"] == "system", "nothing is fetched"


def test_forms_and_settings_can_be_read():
    for name in ("fault", "wish"):
        form = loaded(f".github/ISSUE_TEMPLATE/{name}.yml")
        assert {"name", "description", "body"} <= form.keys()
        assert all({"type", "attributes"} <= part.keys() for part in form["body"])
    for name in (".devcontainer/devcontainer.json", ".vscode/settings.json"):
        json.loads((ROOT / name).read_text())


def test_the_version_and_the_licence_are_the_packages():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    citation = loaded("CITATION.cff")
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])


def test_the_container_has_the_port_and_the_options_of_the_server(command_help):
    container, compose = (ROOT / "Containerfile").read_text(), loaded("compose.yaml")
    for option in (
        re.findall(r"--[a-z]+(?=\")", container.split("ENTRYPOINT")[1])
        + compose["services"]["halfmove"]["command"]
    ):
        assert option in command_help, option
    [port] = re.findall(r"EXPOSE (\d+)", container)
    assert container.count(port) >= 3
    assert compose["services"]["halfmove"]["ports"] == [f"127.0.0.1:{port}:{port}"]
    for name in re.findall(r"AS (\w+)", container):
        assert name in ("develop", "build", "serve")


@pytest.fixture
def command_help():
    from command import halfmove

    return halfmove("serve", "--help").out
