// Holes of leaves let the sun through.
in vec2 v_uv;
flat in uint v_row;
uniform sampler2DArray tiles;
uniform vec4 facts[MATERIALS];

void main() {
    vec4 fact = facts[v_row];
    if (fact.y > 1.5) discard;
    if (fact.y > 0.5 && texture(tiles, vec3(fact.x > 0.0 ? v_uv * fact.x : v_uv, float(v_row))).a < 0.5) discard;
}
