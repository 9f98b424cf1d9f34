"""Ground, rock, water, snow and lava."""

from __future__ import annotations

from typing import Final

from outrider.world.palette.entry import Material, row

# Name, colour, roughness, reflectance, pattern, metres a repeat (not of cards), contrast, relief;
# of cards then the share of light that shines through.
ROWS: Final[tuple[Material, ...]] = (
    row("grass_ground", (96, 116, 58), 0.95, 0.45, "grass", 2, 0.4, 0.6),
    row("grass_dry", (160, 142, 92), 0.95, 0.45, "grass", 2, 0.35, 0.6),
    row("lawn", (88, 122, 56), 0.95, 0.45, "grass", 1.5, 0.25, 0.5),
    row("meadow_ground", (104, 122, 60), 0.95, 0.45, "grass", 2.5, 0.45, 0.6),
    row("forest_floor", (94, 76, 54), 0.95, 0.4, "soil", 2, 0.5, 0.7),
    row("soil_brown", (122, 96, 68), 0.95, 0.35, "soil", 2, 0.35, 0.6),
    row("soil_red", (166, 92, 56), 0.95, 0.4, "soil", 2.5, 0.35, 0.6),
    row("soil_tilled", (110, 84, 60), 0.95, 0.33, "soil", 1.5, 0.45, 0.8),
    row("crop_green", (92, 126, 54), 0.95, 0.48, "grass", 1.5, 0.4, 0.6),
    row("crop_ripe", (194, 162, 88), 0.95, 0.48, "grass", 1.5, 0.35, 0.6),
    row("crop_blossom", (204, 180, 62), 0.95, 0.5, "grass", 1.2, 0.35, 0.5),
    row("meadow_bloom", (200, 106, 92), 0.95, 0.47, "grass", 1.6, 0.5, 0.6),
    row("heath_ground", (106, 84, 82), 0.95, 0.45, "grass", 2, 0.5, 0.7),
    row("stubble", (190, 164, 108), 0.95, 0.48, "grass", 1.8, 0.35, 0.5),
    row("sand_desert", (206, 148, 98), 0.95, 0.45, "sand", 2, 0.2, 0.4),
    row("sand_red", (184, 106, 64), 0.95, 0.42, "sand", 2, 0.2, 0.4),
    row("sand_beach", (214, 196, 152), 0.95, 0.45, "sand", 2, 0.18, 0.35),
    row("gravel_grey", (146, 142, 134), 0.95, 0.4, "gravel", 1, 0.45, 0.7),
    row("gravel_wet", (92, 96, 98), 0.7, 0.3, "gravel", 1, 0.45, 0.7),
    row("pebbles", (150, 144, 134), 0.8, 0.4, "pebbles", 1, 0.4, 0.7),
    row("mud", (84, 68, 52), 0.6, 0.2, "soil", 1.5, 0.3, 0.4),
    row("rock_grey", (128, 124, 116), 0.9, 0.4, "rock", 2.5, 0.4, 0.8),
    row("rock_sandstone", (184, 138, 98), 0.95, 0.45, "strata", 2, 0.35, 0.6),
    row("rock_red", (158, 86, 58), 0.95, 0.42, "strata", 2.5, 0.35, 0.6),
    row("rock_limestone", (196, 188, 170), 0.9, 0.5, "rock", 2, 0.25, 0.6),
    row("rock_basalt", (62, 60, 60), 0.9, 0.18, "basalt", 1.5, 0.4, 0.8),
    row("lava_crust", (46, 42, 40), 0.95, 0.15, "basalt", 1.2, 0.5, 0.9),
    row("ash", (70, 67, 65), 0.98, 0.2, "sand", 2, 0.25, 0.4),
    row("scoria", (88, 56, 48), 0.98, 0.25, "gravel", 1.2, 0.4, 0.7),
    row("snow", (226, 232, 240), 0.85, 0.85, "snow", 3, 0.08, 0.3),
    row("snow_old", (214, 222, 230), 0.8, 0.75, "snow", 2, 0.15, 0.4),
    row("ice_blue", (138, 190, 219), 0.25, 0.3, "ice", 3, 0.25, 0.3),
    row("ice_clear", (186, 216, 230), 0.12, 0.2, "ice", 4, 0.2, 0.2),
    row("roof_flat", (118, 114, 108), 0.95, 0.3, "gravel", 1.5, 0.25, 0.4),
    row("water", (58, 92, 104), 0.04, 0.02, "water", 6, 0.25, 0.3, opacity=0.8),
    row("water_sea", (40, 84, 110), 0.04, 0.02, "water", 8, 0.25, 0.4, opacity=0.9),
    row("water_acid", (52, 96, 88), 0.06, 0.02, "water", 7, 0.2, 0.3, opacity=0.92),
    row("moss_lava", (76, 80, 46), 0.95, 0.42, "grass", 2, 0.5, 0.7),
    row("lava_glow", (222, 84, 26), 0.8, 0.2, "lava", 1.5, 0.5, 0.6, emission=0.8),
    row("sulphur", (208, 188, 84), 0.95, 0.5, "sand", 1, 0.4, 0.5),
    row("sulphur_crust", (152, 134, 70), 0.95, 0.45, "sand", 2, 0.5, 0.5),
    row("leaf_litter", (138, 98, 56), 0.92, 0.45, "soil", 0.6, 0.5, 0.4),
    row("dust", (186, 162, 128), 0.97, 0.42, "sand", 2, 0.15, 0.2),
)  # fmt: skip
