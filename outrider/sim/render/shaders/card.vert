// Pictures of things: a square that looks at the eye, with the picture from nearest to there.
in vec4 turn0;
in vec4 turn1;
in vec4 turn2;
in uvec4 what;
uniform mat4 clip_from_eye;
out vec2 v_at;
flat out mat3 v_turn;
flat out uvec4 v_what;
const float PI = 3.14159265;

void main() {
    mat3 turn = mat3(turn0.x, turn0.w, turn1.z, turn0.y, turn1.x, turn1.w, turn0.z, turn1.y, turn2.x);
    vec3 middle = turn2.yzw;
    float radius = uintBitsToFloat(what.w) * MARGIN;
    float scale = length(turn[0]);
    v_turn = turn / scale;
    vec3 toward = normalize(-middle);
    vec3 own = transpose(v_turn) * toward;
    float azimuth = floor(atan(own.y, own.x) * (8.0 / (2.0 * PI)) + 8.5);
    uint number = uint(azimuth) % 8u + (own.z > 0.49 ? 8u : 0u);
    // The square keeps the picture's uprightness: across the thing's own axis.
    vec3 axis = v_turn[2];
    vec3 right = cross(axis, toward);
    right = length(right) > 0.05 ? normalize(right) : v_turn[1];
    vec3 up = cross(toward, right);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 side = corner * 2.0 - 1.0;
    v_at = (vec2(number % 4u, number / 4u) + 0.5 + 0.49 * side) / 4.0;
    v_what = what;
    gl_Position = clip_from_eye * vec4(middle + (right * side.x + up * side.y) * radius * 0.98, 1.0);
}
