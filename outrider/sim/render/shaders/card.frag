// A texel of a thing's picture stands for the thing there.
#include "surface.glsl"
in vec2 v_at;
flat in mat3 v_turn;
flat in uvec4 v_what;
uniform sampler2DArray colours, card_facts;
layout(location = 0) out vec4 o_albedo;
layout(location = 1) out vec2 o_normal;
layout(location = 2) out uint o_id;

void main() {
    vec3 at = vec3(v_at, float(v_what.z >> 16));
    vec4 texel = texture(colours, at);
    if (texel.a < 0.45) discard;
    vec4 fact = texture(card_facts, at);
    vec3 tint = vec3(v_what.x & 255u, (v_what.x >> 8) & 255u, (v_what.x >> 16) & 255u) / 128.0;
    o_albedo = vec4(texel.rgb * tint, fact.b);
    o_normal = folded(v_turn * unfolded(fact.rg * 2.0 - 1.0));
    uint label = v_what.z & 0xFFFFu;
    uint class_number = label == 0xFFFFu ? uint(fact.a * 255.0 + 0.5) : label;
    o_id = v_what.y | (class_number << 20);
}
