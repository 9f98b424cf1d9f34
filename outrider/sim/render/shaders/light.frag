// Light, once a pixel: sun with its shadow, sky, what glows, air; then the film.
#include "surface.glsl"
in vec2 v_at;
uniform sampler2D albedo, normals, depths, sky;
uniform usampler2D ids;
uniform sampler2DShadow near_shadow, far_shadow;
uniform mat4 near_from_eye, far_from_eye;
uniform vec3 ahead, right, down; // the ray of a pixel is ahead + x right + y down
uniform float near_m;
uniform vec3 sun, beam, up_light, side_light, air_away, air_toward;
uniform float haze;      // extinction, 1/m
uniform float exposure;
uniform vec4 looks[MATERIALS]; // roughness, metallic, translucency, emission
layout(location = 0) out vec4 o_colour;

const float PI = 3.14159265;

vec3 sky_toward(vec3 way) {
    float height = asin(clamp(way.z, 0.0, 1.0));
    vec2 level = length(way.xy) > 1e-6 ? normalize(way.xy) : vec2(1.0, 0.0);
    vec2 to_sun = length(sun.xy) > 1e-6 ? normalize(sun.xy) : vec2(1.0, 0.0);
    float azimuth = atan(to_sun.x * level.y - to_sun.y * level.x, dot(level, to_sun));
    return texture(sky, vec2(azimuth / (2.0 * PI) + 1.0, sqrt(height / (0.5 * PI)))).rgb;
}

float in_sun(vec3 place, vec3 n) {
    vec3 at = (near_from_eye * vec4(place + n * 0.05, 1.0)).xyz;
    if (all(lessThan(abs(at.xy - 0.5), vec2(0.49)))) {
        vec2 e = 0.35 / vec2(textureSize(near_shadow, 0));
        return 0.5 * (texture(near_shadow, at + vec3(e, 0.0)) + texture(near_shadow, at - vec3(e, 0.0)));
    }
    at = (far_from_eye * vec4(place + n * 0.4, 1.0)).xyz;
    return all(lessThan(abs(at.xy - 0.5), vec2(0.5))) ? texture(far_shadow, at) : 1.0;
}

vec3 film(vec3 light) {
    float grey = dot(light, vec3(1.0 / 3.0));
    vec3 x = max(grey + 0.86 * (light - grey), 0.0) * 0.56;
    vec3 toned = clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    return pow(toned, vec3(1.0 / 2.2));
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec3 ray = ahead + v_at.x * right + v_at.y * down;
    float stretch = length(ray);
    vec3 way = ray / stretch;
    uint id = texelFetch(ids, pixel, 0).r;
    if (id == 0u) {
        vec3 light = sky_toward(way);
        light += beam / (PI * 2.165e-5) * smoothstep(0.999985, 0.99999, dot(way, sun)) * 0.02;
        o_colour = vec4(film(light * exposure), 1.0);
        return;
    }
    vec4 a = texelFetch(albedo, pixel, 0);
    vec3 base = a.rgb * a.rgb;
    vec4 look = looks[uint(a.a * 255.0 + 0.5)];
    vec3 n = unfolded(texelFetch(normals, pixel, 0).xy);
    float deep = near_m / texelFetch(depths, pixel, 0).r;
    vec3 place = ray * deep;
    float facing = dot(n, sun);
    float direct = max(facing, 0.0) + look.z * max(-facing, 0.0) * 0.7;
    float lit = direct > 0.0 ? in_sun(place, facing >= 0.0 ? n : -n) : 0.0;
    vec3 ground = 0.16 * (up_light + beam * max(sun.z, 0.0)) * vec3(1.0, 0.95, 0.85);
    vec3 around = n.z >= 0.0 ? mix(side_light + 0.5 * ground, up_light, n.z * n.z)
                             : mix(side_light + 0.5 * ground, ground, n.z * n.z);
    vec3 light = base / PI * (direct * lit * beam + around);
    // What is smooth mirrors the sky and the sun.
    float along = max(-dot(way, n), 0.0);
    float polish = (1.0 - look.x) * (1.0 - look.x);
    vec3 mirror = mix(vec3(0.04), base, look.y);
    vec3 share = (mirror + (1.0 - mirror) * pow(1.0 - along, 5.0)) * polish;
    if (polish > 0.02) {
        vec3 back = reflect(way, n);
        light = light * (1.0 - share) + share * sky_toward(vec3(back.xy, abs(back.z)));
        vec3 between = normalize(sun - way);
        float tight = 2.0 / max(look.x * look.x * look.x * look.x, 1e-3);
        light += beam * lit * max(facing, 0.0) * share * (tight + 2.0) / (8.0 * PI)
               * pow(max(dot(n, between), 0.0), tight);
    }
    light += base * look.w * 30.0;
    float left = exp(-haze * deep * stretch);
    float near_sun = 0.5 + 0.5 * dot(way, sun);
    float glow = near_sun * near_sun * near_sun * near_sun;
    vec3 air = mix(air_away, air_toward, glow * glow);
    o_colour = vec4(film((light * left + air * (1.0 - left)) * exposure), 1.0);
}
