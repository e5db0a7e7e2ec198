"""Stone, wood, linen, bowls, saffron, sandalwood, powder and water. Units: cm."""
import math
import random

import bmesh
import bpy
from mathutils import Vector, noise

from geometry import box, fillet, link, loft, mesh_obj, plane, tube_curve
from materials import m_glass, m_linen, m_plain, m_water, m_wood
from studio import CLOTH


def rock(loc, size, mat, rough=.16, seed=0, parent=None, detail=4, cube=False):
    """Pebble (ball) or hewn block (cube), displaced by noise."""
    bm = bmesh.new()
    if cube:
        bmesh.ops.create_cube(bm, size=2)
        bmesh.ops.bevel(bm, geom=bm.edges[:], offset=.07, segments=3, affect="EDGES")
        bmesh.ops.subdivide_edges(bm, edges=bm.edges[:], cuts=14, use_grid_fill=True)
    else:
        bmesh.ops.create_icosphere(bm, subdivisions=detail, radius=1)
    o = Vector((seed * 7.3, seed * 3.1, seed * 1.7))
    sc = Vector(size)
    for v in bm.verts:
        q = Vector((v.co.x * sc.x, v.co.y * sc.y, v.co.z * sc.z))
        if cube:
            d = noise.fractal(q * .35 + o, 1.0, 2.0, 5) * rough
            d += max(0, noise.noise(q * .9 + o) - .25) * -rough * 1.1
            n = v.normal
            v.co = q + n * d
        else:
            d = 1 + noise.fractal(v.co * .9 + o, 1, 2, 4) * rough
            v.co = Vector((q.x * d, q.y * d, q.z * d))
    me = bpy.data.meshes.new("rock")
    bm.to_mesh(me)
    bm.free()
    me.materials.append(mat)
    me.polygons.foreach_set("use_smooth", [True] * len(me.polygons))
    if cube:
        me.use_auto_smooth = True
        me.auto_smooth_angle = math.radians(40)
    ob = link(bpy.data.objects.new("rock", me), parent)
    ob.location = loc
    return ob


def block(x, y, w, d, h, mat, rot=0, z=0, seed=1, rough=.1):
    """Hewn block on z; a little of it sinks in, so that no slit shows."""
    ob = rock((x, y, z + h / 2 - .04), (w / 2, d / 2, h / 2 + .04), mat, rough, seed, cube=True)
    ob.rotation_euler = (0, 0, math.radians(rot))
    return ob


def plinth(x, y, r, h, mat, z=0):
    return loft("plinth", ("round", r), fillet([(r * .5, 0), (r, 0, .05), (r, h, .12), (r * .5, h)], 4), mat, loc=(x, y, z))


def board(x, y, w, d, h, rot=0, z=0, light="#b98a5a", dark="#7d4f2c"):
    ob = box("board", w, d, h, m_wood(light, dark, .55, .5, 0), None, .18, loc=(x, y, z), rot=(0, 0, math.radians(rot)))
    return ob


def cloth(x, y, w, d, color="ivory", rot=0, z=.0, height=.5, seed=3):
    """Linen of 1.5 mm lying on the table: flat under the products, a few low folds towards its rim."""
    n, m = 160, 120
    o = seed * 9.7

    def fn(u, v):
        px, py = (u - .5) * w, (v - .5) * d
        q = Vector((px * .09 + o, py * .09, 0))
        a = px * .3 + py * .22 + noise.noise(q) * 4
        fold = max(0, math.sin(a)) ** 4 * max(0, noise.noise(q * 1.3 + Vector((0, 0, 4))) + .15)
        outside = max(abs(u - .5), abs(v - .5)) * 2
        lift = min(1, max(0, (outside - .45) / .35))
        ravel = .12 * noise.noise(Vector((px * .9, py * .9, o)))
        return (px + ravel, py + ravel, z + .15 + fold * height * lift)
    ob = plane("cloth", w, d, m_linen(color), nx=n, ny=m, fn=fn)
    ob.location = (x, y, 0)
    ob.rotation_euler = (0, 0, math.radians(rot))
    ob.pass_index = CLOTH
    for lo in ob.data.uv_layers[0].data:  # the weave's scale does not follow the cloth's size
        lo.uv = (lo.uv[0] * w, lo.uv[1] * d)
    solid = ob.modifiers.new("s", "SOLIDIFY")
    solid.thickness, solid.offset = .15, -1
    return ob


def bowl(x, y, r, h, mat, z=0, wall=.22):
    pts = [(r * .3, 0), (r * .5, 0, .1), (r * .86, h * .4, .8), (r, h, .05), (r - wall, h, .05), (r * .74, h * .42, .8), (r * .3, wall)]
    prof = fillet(pts, 8)
    # a lathe that turns back inwards: loft handles it since the ring only scales
    return loft("bowl", ("round", r), prof + [(0.01, wall)], mat, loc=(x, y, z), caps=(True, True))


def saffron(x, y, n=36, spread=1.8, z=.06, seed=2, pile=.5):
    r = random.Random(seed)
    mats = [m_plain("#8e1a10", .5), m_plain("#b5300f", .5), m_plain("#6f120c", .5)]
    for i in range(n):
        a, d = r.uniform(0, 6.28), abs(r.gauss(0, spread * .55))
        px, py = x + math.cos(a) * d, y + math.sin(a) * d
        L = r.uniform(1.1, 2.0)
        t = r.uniform(0, 6.28)
        k = r.uniform(-.5, .5)
        zz = z + max(0, pile * (1 - d / spread)) * r.uniform(.2, 1)
        pts = [(px + L * s * math.cos(t + k * s), py + L * s * math.sin(t + k * s), zz + r.uniform(0, .18)) for s in (-.5, -.15, .2, .5)]
        tube_curve("saffron", pts, .045, r.choice(mats), taper=[.5, .8, 1, 1.7], res=5)


def sticks(x, y, rot=20, n=4, L=7, z=0.0, seed=5, light="#cf9f69", dark="#9a6a3e"):
    r = random.Random(seed)
    m = m_wood(light, dark, .8, .6, 0)
    pos = [(0, 0), (1.25, 0), (.6, .95), (-1.2, 0), (1.9, .95)]
    for i in range(n):
        dy, dz = pos[i]
        ob = rock((0, 0, 0), (L / 2 * r.uniform(.85, 1.1), .5, .45), m, .06, seed + i, cube=True)
        a = math.radians(rot + r.uniform(-7, 7))
        ob.location = (x - math.sin(a) * dy, y + math.cos(a) * dy, z + .47 + dz)
        ob.rotation_euler = (r.uniform(-.1, .1), 0, a)


def powder(x, y, r, h, color, z=0.0, seed=3):
    n = 60
    vs, fs = [], []
    for j in range(n):
        for i in range(n):
            u, v = i / (n - 1) * 2 - 1, j / (n - 1) * 2 - 1
            d = math.sqrt(u * u + v * v)
            hh = h * max(0, 1 - d) ** .85 + .12 * noise.fractal(Vector((u * 3, v * 3, seed)), 1, 2, 4) * max(0, 1 - d)
            vs.append((u * r, v * r, hh - .02))
    for j in range(n - 1):
        for i in range(n - 1):
            a = j * n + i
            fs.append((a, a + 1, a + n + 1, a + n))
    ob = mesh_obj("powder", vs, fs, m_plain(color, .95, grain=.6, spec=.1), weighted=False)
    ob.location = (x, y, z)
    return ob


def drops(n, area, z=.0, size=(.08, .32), seed=6):
    """Water beads on a flat top."""
    r = random.Random(seed)
    m = m_glass((1, 1, 1, 1), 0, 1.33)
    for i in range(n):
        s = size[0] + (size[1] - size[0]) * r.random() ** 2.5
        ob = rock((r.uniform(area[0], area[1]), r.uniform(area[2], area[3]), z), (s, s * r.uniform(.85, 1.15), s * .5), m, .06, i, detail=3)


def slab(x, y, w, d, h, mat, rot=0, z=0):
    """Sawn stone with softened edges."""
    return box("slab", w, d, h, mat, None, .12, loc=(x, y, z), rot=(0, 0, math.radians(rot)))


def water(x, y, r, z):
    """The surface of water in a round vessel."""
    return loft("water", ("round", r), [(r, z), (r - .08, z - .05), (r * .5, z - .06)], m_water(), loc=(x, y, 0), caps=(False, True))


def shavings(x, y, n=14, spread=2.2, z=0.0, seed=3, color="#c9986a"):
    """Curls of sandalwood from the plane."""
    r = random.Random(seed)
    mat = m_wood("#d8ae80", color, 1.4, .6, 0)
    for i in range(n):
        turns, rad, wide = r.uniform(.6, 1.5), r.uniform(.28, .55), r.uniform(.35, .7)
        vs, fs, k = [], [], 26
        for j in range(k + 1):
            t = j / k
            a, rr = turns * 2 * math.pi * t, rad * (1 - .35 * t)
            for side in (-.5, .5):
                vs.append((rr * math.cos(a) + .2 * t, side * wide * (1 - .3 * t) + .25 * t, rad + rr * math.sin(a)))
        fs = [(2 * j, 2 * j + 1, 2 * j + 3, 2 * j + 2) for j in range(k)]
        ob = mesh_obj("shaving", vs, fs, mat, weighted=False)
        ob.modifiers.new("s", "SOLIDIFY").thickness = .03
        a, dist = r.uniform(0, 6.28), abs(r.gauss(0, spread * .5))
        ob.location = (x + dist * math.cos(a), y + dist * math.sin(a) * .7, z)
        ob.rotation_euler = (r.uniform(-.15, .15), 0, r.uniform(0, 6.28))
