// Depth alone, of instances.
in vec3 at;
in vec4 turn0;
in vec4 turn1;
in vec4 turn2;
in vec2 uv;
in uvec2 look;
uniform mat4 clip_from_eye;
out vec2 v_uv;
flat out uint v_row;

void main() {
    mat3 turn = mat3(turn0.x, turn0.w, turn1.z, turn0.y, turn1.x, turn1.w, turn0.z, turn1.y, turn2.x);
    v_uv = uv;
    v_row = look.x;
    gl_Position = clip_from_eye * vec4(turn * at + turn2.yzw, 1.0);
}
