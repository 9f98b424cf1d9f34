"""What a person looks like: sex, height, build, tones, clothes."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Sex = Literal["female", "male"]
Hair = Literal["short", "long", "tail", "bald"]
Top = Literal["tshirt", "shirt", "jacket"]
Bottom = Literal["trousers", "shorts", "skirt"]
Hat = Literal["none", "cap", "helmet", "brim"]


class Look(Struct, frozen=True, kw_only=True):
    """One person's look; all colours are names of materials."""

    sex: Sex = "male"
    height_m: float = 1.78
    build: float = 1.0
    """Girth of trunk and limbs: 0.9 slender … 1.15 stout."""
    skin: str = "skin_light"
    hair: str = "hair_brown"
    hair_style: Hair = "short"
    top: Top = "shirt"
    top_material: str = "fabric_blue"
    bottom: Bottom = "trousers"
    bottom_material: str = "denim"
    shoes: str = "leather_brown"
    hat: Hat = "none"
    hat_material: str = "fabric_khaki"
    vest: str = ""
    """Material of a hi-vis vest; none if empty."""
    backpack: str = ""
    """Material of a backpack; none if empty."""


HEIGHTS_M: Final[dict[Sex, tuple[float, float, float]]] = {
    "female": (1.55, 1.65, 1.75),
    "male": (1.65, 1.78, 1.90),
}

WOMEN: Final = (
    Look(sex="female", height_m=1.65, hair="hair_brown", hair_style="tail", top="tshirt",
         top_material="fabric_red", shoes="fabric_white"),
    Look(sex="female", height_m=1.55, skin="skin_tan", hair="hair_black", hair_style="long",
         top_material="fabric_white", bottom="skirt", bottom_material="fabric_grey",
         shoes="leather_black", build=1.05),
    Look(sex="female", height_m=1.75, skin="skin_dark", hair="hair_black", hair_style="short",
         top="tshirt", top_material="fabric_yellow", bottom="shorts", shoes="fabric_white"),
    Look(sex="female", height_m=1.65, hair="hair_grey", hair_style="short", top="jacket",
         top_material="fabric_green", bottom_material="fabric_khaki", build=1.12),
)  # fmt: skip
MEN: Final = (
    Look(),
    Look(height_m=1.90, skin="skin_brown", hair="hair_black", top="tshirt",
         top_material="fabric_white", bottom_material="fabric_black", shoes="leather_black"),
    Look(height_m=1.65, hair="hair_grey", top="jacket", top_material="fabric_khaki",
         bottom_material="fabric_grey", hat="cap", hat_material="fabric_blue", build=1.12),
    Look(height_m=1.78, skin="skin_tan", hair="hair_black", hair_style="bald", top="tshirt",
         top_material="fabric_green", bottom="shorts", bottom_material="fabric_khaki"),
)  # fmt: skip
WORKERS: Final = (
    Look(height_m=1.78, hair="hair_brown", top_material="fabric_grey", vest="fabric_orange",
         hat="helmet", hat_material="plastic_white", bottom_material="fabric_black",
         shoes="leather_black"),
    Look(sex="female", height_m=1.65, skin="skin_tan", hair="hair_black", hair_style="tail",
         vest="fabric_yellow", hat="helmet", hat_material="plastic_blue",
         top_material="fabric_black"),
)  # fmt: skip
HIKERS: Final = (
    Look(height_m=1.78, top="jacket", top_material="fabric_green", backpack="fabric_red",
         hat="brim", bottom="shorts", bottom_material="fabric_khaki", hair="hair_blond"),
    Look(sex="female", height_m=1.75, skin="skin_brown", hair="hair_black", hair_style="tail",
         top_material="fabric_orange", backpack="fabric_blue", bottom_material="fabric_khaki"),
)  # fmt: skip
