"""What all sections of the configuration are made of."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict


def _empty_is_none(value: object) -> object:
    """TOML has no null: an empty text stands for "none"."""
    return None if value == "" else value


OptionalPath = Annotated[Path | None, BeforeValidator(_empty_is_none)]


class Section(BaseModel):
    """Base of all sections: frozen, and no key it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")
