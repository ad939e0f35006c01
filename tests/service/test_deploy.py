"""The files of deploy/: what a machine checks of them, and that they name what there is."""

import re
import shutil
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from gemp_bot.cli.exits import CONFIG, LOGIN
from gemp_bot.config.load import load_config
from gemp_bot.config.model import Config
from gemp_bot.config.passwords import CREDENTIAL
from gemp_bot.play.outcome import IncidentKind
from gemp_bot.service.metrics import Metrics, ServiceIncident
from gemp_bot.strategy.strategy_runner import Fallback

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "gemp-bot@.service"
MOST_EXPOSED = 2.0

pytestmark = pytest.mark.skipif(not DEPLOY.exists(), reason="deploy/ is no part of the wheel")
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    command = [shutil.which("systemd-analyze") or "", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603


def setting(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)


def alerts() -> list[dict[str, str]]:
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


@needs_systemd
@pytest.mark.parametrize(("more", "lines"), [("", 0), ("Nonsense=1\n", 1)], ids=["as it is", "with nonsense"])
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path, more: str, lines: int) -> None:
    # The program is not installed here; everything else is checked as it stands.
    unit = tmp_path / UNIT.name
    text = UNIT.read_text().replace("/opt/gemp-bot/bin/gemp-bot", shutil.which("true") or "")
    unit.write_text(text.replace("[Service]\n", f"[Service]\n{more}"))
    told = analyze("verify", str(unit)).stderr.splitlines()
    assert len([line for line in told if "gemp-bot" in line]) == lines


@needs_systemd
def test_the_unit_exposes_little() -> None:
    done = analyze("security", "--offline=true", "--no-pager", str(UNIT))
    found = re.search(r"Overall exposure level for \S+: (\d+\.\d+)", done.stdout)
    assert found is not None, done.stderr
    assert float(found[1]) < MOST_EXPOSED


def test_the_unit_is_not_started_again_where_that_cannot_help() -> None:
    assert setting("RestartPreventExitStatus") == [f"{CONFIG} {LOGIN}"]
    assert setting("Restart") == ["always"]


def test_the_unit_gives_the_password_as_the_program_looks_for_it() -> None:
    assert [value.split(":")[0] for value in setting("LoadCredential")] == [CREDENTIAL]


def test_the_rules_are_rules_and_name_numbers_that_there_are() -> None:
    known = set(re.findall(r"^(gemp_bot_\w+)[{ ]", Metrics("1").text().decode(), re.MULTILINE))
    families = set(re.findall(r"^# TYPE (gemp_bot_\w+)", Metrics("1").text().decode(), re.MULTILINE))
    known |= families | {f"{name}_bucket" for name in families}
    for rule in alerts():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in {"page", "warn", "info"}  # type: ignore[index]
        used = set(re.findall(r"gemp_bot_\w+", rule["expr"]))
        assert used <= known, rule["alert"]
        assert used or "up{" in rule["expr"]
    assert len({rule["alert"] for rule in alerts()}) == len(alerts())


def test_the_rules_name_labels_that_there_are() -> None:
    rules = (DEPLOY / "prometheus" / "alerts.yml").read_text()
    kinds = set("|".join(re.findall(r'kind=~?"([^"]*)"', rules)).split("|"))
    assert kinds <= {kind.value for kind in (*ServiceIncident, *IncidentKind)}
    assert set(re.findall(r'way!="(\w+)"', rules)) <= {way.value for way in Fallback}


def test_every_alert_is_explained() -> None:
    told = (ROOT / "docs" / "operate.md").read_text()
    assert [rule["alert"] for rule in alerts() if f"`{rule['alert']}`" not in told] == []


def test_the_configuration_of_the_page_can_be_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "operate.md").read_text()
    found = re.search(r"^ *```toml\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    text = dedent(found[1])
    if "health" not in Config.__struct_fields__:
        text = text.replace("[health]\nport = 9137\n", "")
    (tmp_path / "main.toml").write_text(text)
    config = load_config(tmp_path / "main.toml")
    assert config.account.user == "MyBot"
    assert config.journal_directory == Path("/var/lib/gemp-bot/main/journals")


def test_prometheus_is_told_where_to_look() -> None:
    scrape = yaml.safe_load((DEPLOY / "prometheus" / "scrape.yml").read_text())
    assert scrape["rule_files"] == ["alerts.yml"]
    for job in scrape["scrape_configs"]:
        assert job["job_name"] == "gemp-bot"
        targets = [target for each in job["static_configs"] for target in each["targets"]]
        assert all(target.startswith("127.0.0.1:") for target in targets)
        assert all(each["labels"]["bot"] for each in job["static_configs"])


def test_the_container_runs_scripts_that_are_there_and_nobody_of_rank() -> None:
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    assert {line.split()[1] for line in lines if line.startswith("FROM ")} == {"${PYTHON_IMAGE}"}
    runs = [line.removeprefix("RUN ") for line in lines if line.startswith("RUN ")]
    scripts = [run.split()[1] for run in runs if run.startswith("sh ")]
    assert runs == [run for run in runs if run.startswith("sh ") or run == "mkdir /state"]
    assert {Path(script).name for script in scripts} == {"install", "strip"}
    assert all((DEPLOY / Path(script).name).exists() for script in scripts)
    assert [line for line in lines if line.startswith("USER ")] == ["USER 10001:10001"]
    assert next(line for line in lines if line.startswith("ENTRYPOINT")).endswith('/gemp-bot"]')


def test_strip_leaves_nothing_that_installs(tmp_path: Path) -> None:
    packages = tmp_path / "lib" / "python3.13" / "site-packages"
    for name in ("pip", "pip-24.3.dist-info", "pipes", "setuptools", "aiohttp"):
        (packages / name).mkdir(parents=True)
    (tmp_path / "lib" / "python3.13" / "ensurepip").mkdir()
    (tmp_path / "bin").mkdir()
    for name in ("pip", "pip3.13", "python3"):
        (tmp_path / "bin" / name).touch()
    subprocess.run([DEPLOY / "strip", tmp_path], check=True)  # noqa: S603
    assert {path.name for path in packages.iterdir()} == {"pipes", "aiohttp"}
    assert {path.name for path in (tmp_path / "bin").iterdir()} == {"python3"}
    assert not (tmp_path / "lib" / "python3.13" / "ensurepip").exists()
