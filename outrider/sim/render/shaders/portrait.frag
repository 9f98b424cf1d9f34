// Colour and cover; normal in the thing's frame, material, class.
#include "surface.glsl"
in vec3 v_normal;
in vec2 v_uv;
flat in uvec2 v_look;
uniform sampler2DArray tiles;
uniform vec4 facts[MATERIALS];
layout(location = 0) out vec4 o_colour;
layout(location = 1) out vec4 o_fact;

void main() {
    vec4 fact = facts[v_look.x];
    vec2 uv = fact.x > 0.0 ? v_uv * fact.x : v_uv;
    vec4 texel = texture(tiles, vec3(uv, float(v_look.x)));
    if (fact.y > 1.5) discard; // clear glass is seen through
    if (fact.y > 0.5 && !there(texel.a, textureQueryLod(tiles, uv).x)) discard;
    o_colour = vec4(texel.rgb, 1.0);
    vec3 n = normalize(v_normal);
    o_fact = vec4(folded(gl_FrontFacing ? n : -n) * 0.5 + 0.5,
                  float(v_look.x) / 255.0, float(v_look.y) / 255.0);
}
