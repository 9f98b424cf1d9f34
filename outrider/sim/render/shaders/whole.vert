// One triangle over the whole picture.
out vec2 v_at;

void main() {
    vec2 p = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    v_at = p * 2.0 - 1.0;
    gl_Position = vec4(v_at, 0.0, 1.0);
}
