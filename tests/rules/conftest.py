import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(number, ...): rules of docs/rules.md that a test tries")
