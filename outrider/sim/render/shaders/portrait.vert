// A thing as it sits for its picture.
in vec3 at;
in vec4 normal;
in vec2 uv;
in uvec2 look;
uniform mat4 clip_from_thing;
out vec3 v_normal;
out vec2 v_uv;
flat out uvec2 v_look;

void main() {
    v_normal = normal.xyz * 255.0 - 128.0;
    v_uv = uv;
    v_look = look;
    gl_Position = clip_from_thing * vec4(at, 1.0);
}
