// Colour and material, normal, id: light comes later, once a pixel.
#include "surface.glsl"
in vec3 v_normal;
in vec2 v_uv;
flat in uint v_id;
flat in uvec2 v_look;
uniform sampler2DArray tiles;
uniform vec4 facts[MATERIALS]; // 1 / span (0: a card), holes, bump, unused
layout(location = 0) out vec4 o_albedo;
layout(location = 1) out vec2 o_normal;
layout(location = 2) out uint o_id;

void main() {
    uint row = v_look.x;
    vec4 fact = facts[row];
    vec2 uv = fact.x > 0.0 ? v_uv * fact.x : v_uv;
    vec4 texel = texture(tiles, vec3(uv, float(row)));
    if (fact.y > 1.5) discard; // clear glass is seen through
    if (fact.y > 0.5 && !there(texel.a, textureQueryLod(tiles, uv).x)) discard;
    vec3 tint = vec3(v_look.y & 255u, (v_look.y >> 8) & 255u, (v_look.y >> 16) & 255u) / 128.0;
    o_albedo = vec4(texel.rgb * tint, float(row) / 255.0);
    vec3 n = normalize(v_normal);
    o_normal = folded(gl_FrontFacing ? n : -n);
    o_id = v_id;
}
