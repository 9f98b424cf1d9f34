// Tiles of the ground; the place comes from the eye, heights from the tile's base.
in vec3 at;
in vec2 slope;
in vec4 tile;  // south-west corner and base from the eye, edge
in uvec2 slot; // layer of the map of surfaces, unused
uniform mat4 clip_from_eye;
uniform vec2 eye_on_pattern; // the eye's place, modulo what all patterns repeat after
out vec3 v_normal;
out vec2 v_map;
out vec2 v_place;
flat out uint v_layer;

void main() {
    v_normal = vec3(-slope, 1.0);
    v_map = at.xy / tile.w;
    v_place = tile.xy + at.xy + eye_on_pattern;
    v_layer = slot.x;
    gl_Position = clip_from_eye * vec4(tile.xyz + at, 1.0);
}
