// Instances of meshes, placed relative to the eye.
in vec3 at;
in vec4 normal;
in vec2 uv;
in uvec2 look;
in vec4 turn0;
in vec4 turn1;
in vec4 turn2;
in uvec4 what;
uniform mat4 clip_from_eye;
out vec3 v_normal;
out vec2 v_uv;
flat out uint v_id;
flat out uvec2 v_look;

void main() {
    mat3 turn = mat3(turn0.x, turn0.w, turn1.z, turn0.y, turn1.x, turn1.w, turn0.z, turn1.y, turn2.x);
    vec3 place = turn * at + turn2.yzw;
    v_normal = turn * (normal.xyz * 255.0 - 128.0);
    v_uv = uv;
    uint class_number = what.z == 0xFFFFu ? look.y : what.z;
    v_id = what.y | (class_number << 20);
    v_look = uvec2(look.x, what.x);
    gl_Position = clip_from_eye * vec4(place, 1.0);
}
