// The ground: the class under the pixel, its colour in the large, the material's texture up close.
#include "surface.glsl"
in vec3 v_normal;
in vec2 v_map;
in vec2 v_place;
flat in uint v_layer;
uniform sampler2DArray tiles, broad;
uniform usampler2DArray surfaces;
uniform vec4 facts[MATERIALS];
uniform vec4 means[MATERIALS]; // 1 / mean of the square root of the texture's light
uniform uint skins[CLASSES];
layout(location = 0) out vec4 o_albedo;
layout(location = 1) out vec2 o_normal;
layout(location = 2) out uint o_id;

// Every pattern repeats after so many metres a whole number of times: see eye_on_pattern.
const float ROUND_M = 4096.0;

void main() {
    uint own = texelFetch(surfaces, ivec3(v_map * TEXELS, v_layer), 0).r;
    vec3 colour = texture(broad, vec3(v_map * (TEXELS / BROAD) + 0.5 / BROAD, v_layer)).rgb;
    uint row = skins[own];
    // Two sizes of one texture, one turned: no repeat is seen.
    float wide = max(round(facts[row].w * 0.23 * ROUND_M), 1.0) / ROUND_M;
    vec3 fine = texture(tiles, vec3(v_place * facts[row].w, float(row))).rgb
              + texture(tiles, vec3(v_place.yx * vec2(wide, -wide), float(row))).rgb;
    fine *= 0.5 * means[row].rgb;
    o_albedo = vec4(colour * fine, float(row) / 255.0);
    o_normal = folded(normalize(v_normal + vec3((fine.rg - 1.0) * facts[row].z, 0.0)));
    o_id = 1u | (own << 20);
}
