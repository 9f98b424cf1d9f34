// Unit vectors folded onto a square (octahedral), and back.
vec2 folded(vec3 n) {
    n.xy /= abs(n.x) + abs(n.y) + abs(n.z);
    vec2 side = vec2(n.x >= 0.0 ? 1.0 : -1.0, n.y >= 0.0 ? 1.0 : -1.0);
    return n.z >= 0.0 ? n.xy : (1.0 - abs(n.yx)) * side;
}

vec3 unfolded(vec2 f) {
    vec3 n = vec3(f, 1.0 - abs(f.x) - abs(f.y));
    float below = max(-n.z, 0.0);
    n.xy += vec2(n.x >= 0.0 ? -below : below, n.y >= 0.0 ? -below : below);
    return normalize(n);
}

// Whether a texel of a card is there. Holes of leaves that lie behind each other are not the same
// holes: without more cover, crowns that are small in the picture would be threadbare.
bool there(float cover, float level) {
    return cover >= 1.0 - pow(0.5, 1.0 / (1.0 + 0.4 * min(level, 4.0)));
}
