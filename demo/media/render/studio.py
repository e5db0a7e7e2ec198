"""Lights, backdrops, camera and render settings."""
import math
import random

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

from geometry import link, look_at, mesh_obj, plane
from materials import m_emit, m_plaster
from nodes import Graph, _cache, material, principled, rgb


WALL, FLOOR, CLOTH = 1, 2, 3  # what is no thing; develop.cpp smooths the light on walls and floors


def softbox(loc, target, w, h, strength, color=(1, .95, .88), falloff=0.8, lamp=True):
    """Soft light: a lamp lights what is matt, a card with soft edges is what glass and metal mirror. Cheap in samples, and nothing shades it."""
    if lamp:
        soft_lamp(loc, target, w, h, strength, color, falloff)
    vs = [(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)]
    mat = m_emit(strength, color, falloff)
    mat.cycles.sample_as_light = False
    ob = mesh_obj("softbox", vs, [(3, 2, 1, 0)], mat, uvs=[(0, 0), (1, 0), (1, 1), (0, 1)], smooth=False)
    ob.location = loc
    look_at(ob, target)
    ob.visible_camera = ob.visible_diffuse = ob.visible_shadow = False


def soft_lamp(loc, target, w, h, strength, color, falloff):
    d = bpy.data.lights.new("soft", "AREA")
    d.shape, d.size, d.size_y, d.color = "RECTANGLE", w, h, color
    d.energy = 4 * w * h * strength * (1 - .5 * falloff) ** 2  # the card's mean brightness
    light = link(bpy.data.objects.new("soft", d))
    light.location = loc
    look_at(light, target)
    light.visible_camera = light.visible_glossy = light.visible_transmission = False


def glow_card(loc, w, h, strength, color):
    """Gradient light behind a bottle, seen only through the glass: makes the liquid glow."""
    def build(g):
        uv = g.n("SeparateXYZ", {"Vector": g.n("TexCoord").outputs["UV"]})
        dx = g.math("ABSOLUTE", g.math("SUBTRACT", uv.outputs[0], 0.5))
        dz = g.math("ABSOLUTE", g.math("SUBTRACT", uv.outputs[1], 0.42))
        r = g.math("SQRT", g.math("ADD", g.math("MULTIPLY", dx, dx), g.math("MULTIPLY", dz, dz)))
        f = g.n("MapRange", {0: r, 1: .5, 2: 0.0}, interpolation_type="SMOOTHSTEP").outputs[0]
        e = g.n("Emission", {"Color": (*color, 1), "Strength": g.math("MULTIPLY", f, strength)})
        t = g.n("BsdfTransparent")
        return g.n("AddShader", {0: e, 1: t})
    mat = material(("glow", strength, color), build)
    mat.cycles.sample_as_light = False
    ob = plane("glow", w, h, mat, loc=loc)
    ob.visible_camera = ob.visible_diffuse = ob.visible_glossy = ob.visible_shadow = False
    return ob


def card(loc, target, w, h, color=(0.01, 0.01, 0.01)):
    """Black or white reflector card, unseen by the camera."""
    def build(g):
        return g.n("BsdfDiffuse", {"Color": (*color, 1)})
    vs = [(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)]
    ob = mesh_obj("card", vs, [(0, 1, 2, 3)], material(("card", color), build), smooth=False)
    ob.location = loc
    look_at(ob, target)
    ob.visible_camera = False
    ob.visible_shadow = False
    ob.visible_diffuse = False
    return ob


def lamp(kind, loc, target, energy, color=(1, .93, .82), size=1.0, **kw):
    d = bpy.data.lights.new(kind, kind)
    d.energy, d.color = energy, color
    if kind == "AREA":
        d.shape = "DISK"
        d.size = size
    elif kind == "SUN":
        d.angle = size
    else:
        d.shadow_soft_size = size
    for k, v in kw.items():
        setattr(d, k, v)
    o = link(bpy.data.objects.new(kind, d))
    o.location = loc
    look_at(o, target)
    return o


def world(color=(1, .95, .88), strength=0.35, top=1.6, front=0.0):
    """Even sky, brighter above, and by `front` on the camera's side."""
    w = bpy.data.worlds.new("w")
    bpy.context.scene.world = w
    w.use_nodes = True
    g = Graph(w.node_tree)
    tc = g.n("TexCoord")
    _, y, z = g.n("SeparateXYZ", {"Vector": tc.outputs["Generated"]}).outputs
    f = g.n("MapRange", {0: z, 1: -0.4, 2: 1.0, 3: 0.35, 4: top}).outputs[0]
    ahead = g.math("MULTIPLY", g.math("MAXIMUM", g.math("MULTIPLY", y, -1.0), 0.0), front)
    bg = g.n("Background", {"Color": (*color, 1), "Strength": g.math("ADD", g.math("MULTIPLY", f, strength), ahead)})
    g.n("OutputWorld", {"Surface": bg})
    w.cycles.sampling_method = "NONE"  # an even sky is found by chance soon enough


def sweep(color, wall_y=55, radius=26, width=700, height=260):
    """Seamless paper behind a packshot. It is matt: gloss shows the lights as clouds."""
    prof = [(-320, 0), (wall_y - radius, 0)]
    for k in range(1, 81):
        th = -math.pi / 2 + math.pi / 2 * k / 80
        prof.append((wall_y - radius + radius * math.cos(th), radius + radius * math.sin(th)))
    prof.append((wall_y, height))
    vs = [(x, y, z) for y, z in prof for x in (-width / 2, width / 2)]
    fs = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(prof) - 1)]
    paper = material(("sweep", color), lambda g: principled(g, base=rgb(color), rough=.6, spec=.2))
    ob = mesh_obj("sweep", vs, fs, paper, weighted=False)
    ob.pass_index = WALL
    return ob


def room(wall, floor, wall_y=34, tall=220, clouds=1.0):
    """One plastered wall, one floor, seen from the front; with few clouds where they are wide and empty."""
    w = 500
    parts = [mesh_obj("wall", [(-w, wall_y, 0), (w, wall_y, 0), (w, wall_y, tall), (-w, wall_y, tall)], [(0, 1, 2, 3)], m_plaster(wall, 0, clouds), smooth=False),
             mesh_obj("floor", [(-w, -300, 0), (w, -300, 0), (w, wall_y, 0), (-w, wall_y, 0)], [(0, 1, 2, 3)], m_plaster(floor, .6, clouds), smooth=False)]
    for ob, part in zip(parts, (WALL, FLOOR)):
        ob.pass_index = part


SUN_COLOUR = (1, .91, .77)
SUN_AZIMUTH, SUN_HEIGHT, SUN_WIDTH = -50, 41, 3.0  # degrees: low, from the upper left; its width softens every shadow


def sun_direction():
    """Unit vector from the scene to the sun."""
    a, e = math.radians(SUN_AZIMUTH), math.radians(SUN_HEIGHT)
    return Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))


def daylight(energy=4.4, sky=.44, front=1.5, window=3.4):
    """Sun and sky, which is brighter in front to keep the labels bright; cards for the reflections.

    The sun is the only lamp: Cycles chooses among lamps at random, and each further one makes every surface noisier.
    """
    world((1, .955, .9), sky, 1.5, front * .3)
    lamp("SUN", tuple(sun_direction() * 90), (0, 0, 3), energy, SUN_COLOUR, math.radians(SUN_WIDTH))
    softbox((-34, -20, 28), (0, 0, 6), 22, 40, window, (1, .96, .9), .9, False)
    softbox((0, -48, 20), (0, 0, 6), 60, 18, front, (1, .95, .88), .9, False)
    softbox((30, 16, 14), (0, 0, 6), 7, 30, 3.0, (1, .93, .84), .8, False)


def camera(loc, target, lens=85, fstop=None, focus=None, shift=(0, 0)):
    c = bpy.data.cameras.new("cam")
    c.lens, c.clip_end, c.clip_start = lens, 3000, 0.5
    c.shift_x, c.shift_y = shift
    o = link(bpy.data.objects.new("cam", c))
    o.location = loc
    look_at(o, target)
    if fstop:
        c.dof.use_dof = True
        c.dof.focus_distance = (Vector(focus or target) - Vector(loc)).length
        c.dof.aperture_fstop = fstop / 100.0  # scene is in cm, Blender thinks metres
        c.dof.aperture_blades = 9
    bpy.context.scene.camera = o
    return o


def reset():
    """Empties the scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _cache.clear()
    random.seed(7)


def aim(frame_w, tx, tz, elev=7, lens=85, fstop=9, focus_y=-1.5, w=1, h=1, above=0.0):
    """Camera at the products' height; its picture is frame_w cm wide at their plane (the sensor fits the longer side).

    `above` adds so many widths of wall at the top; below it the picture stays as it is.
    """
    longer, whole = max(1, h / w), max(1, h / w + above)
    dist = frame_w * lens * longer / 36
    e = math.radians(elev)
    k = longer / whole
    return camera((tx, -dist * math.cos(e), tz + dist * math.sin(e)), (tx, 0, tz), lens * k, fstop * k, (tx, focus_y, tz), (0, above / 2 / whole))


def settings(w, h, samples, threshold=0.03, bounces=10):
    s = bpy.context.scene
    s.render.engine = "CYCLES"
    c = s.cycles
    c.device = "CPU"
    c.samples = samples
    c.use_adaptive_sampling = True
    c.adaptive_threshold = threshold
    c.adaptive_min_samples = 8
    c.max_bounces, c.transmission_bounces, c.glossy_bounces = bounces, bounces, 4
    c.diffuse_bounces, c.transparent_max_bounces, c.volume_bounces = 1, 16, 0
    c.caustics_reflective = c.caustics_refractive = False
    c.blur_glossy = 0.6
    c.sample_clamp_indirect = 6.0
    c.sample_clamp_direct = 0
    c.use_denoising = False
    c.pixel_filter_type = "BLACKMAN_HARRIS"
    c.filter_width = 1.3
    c.use_auto_tile = False
    s.render.use_persistent_data = True
    s.render.resolution_x, s.render.resolution_y, s.render.resolution_percentage = w, h, 100
    s.render.threads_mode = "AUTO"
    vl = s.view_layers[0]
    vl.cycles.denoising_store_passes = True
    vl.use_pass_object_index = True
    s.render.image_settings.file_format = "OPEN_EXR_MULTILAYER"
    s.render.image_settings.color_depth = "16"
    s.render.image_settings.exr_codec = "ZIPS"


def things_frame():
    """The part of the picture that things take up, as (left, right, bottom, top) in shares; None in an empty room."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    corners = [world_to_camera_view(scene, scene.camera, o.matrix_world @ Vector(c))
               for o in scene.objects if o.type in ("MESH", "CURVE") and o.visible_camera and not o.pass_index for c in o.bound_box]
    if not corners:
        return None
    xs, ys, margin = [c.x for c in corners], [c.y for c in corners], .012
    clip = lambda v: min(max(v, 0), 1)
    return clip(min(xs) - margin), clip(max(xs) + margin), clip(min(ys) - margin), clip(max(ys) + margin)


def render_halves(path, samples, seed=1):
    """Two independent renders (the denoiser needs both), path.a.exr and path.b.exr, and path.a2.exr and path.b2.exr of the things alone.

    The room around them, smooth and lit by sun and sky, gets a quarter of the samples: wide pictures take half of the time. With very few it
    would come out darker than the part that things take up.
    """
    s = bpy.context.scene
    frame = things_frame()
    for k, half in enumerate("ab"):
        s.cycles.seed = seed * 2 + k
        s.cycles.samples = max(samples // 4, min(samples, 8)) if frame else samples
        s.render.use_border = False
        s.render.filepath = f"{path}.{half}.exr"
        bpy.ops.render.render(write_still=True)
        if not frame:
            continue
        s.cycles.samples = samples
        s.render.use_border, s.render.use_crop_to_border = True, False
        s.render.border_min_x, s.render.border_max_x, s.render.border_min_y, s.render.border_max_y = frame
        s.render.filepath = f"{path}.{half}2.exr"
        bpy.ops.render.render(write_still=True)
