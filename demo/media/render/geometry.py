"""Meshes and curves: lofts, boxes, planes, tubes, and the curves they follow. Units: cm."""
import math

import bpy
from mathutils import Vector



def link(obj, parent=None):
    bpy.context.scene.collection.objects.link(obj)
    if parent is not None:
        obj.parent = parent
    return obj


def mesh_obj(name, verts, faces, mat=None, parent=None, smooth=True, uvs=None, sharp=None, weighted=True):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(v) for v in verts], [], faces)
    if uvs is not None:
        layer = me.uv_layers.new(name="UVMap")
        for lo in me.loops:
            layer.data[lo.index].uv = uvs[lo.vertex_index]
    if smooth:
        me.polygons.foreach_set("use_smooth", [True] * len(me.polygons))
    if sharp is not None:
        me.use_auto_smooth = True
        me.auto_smooth_angle = math.radians(sharp)
    me.update()
    ob = bpy.data.objects.new(name, me)
    if mat:
        me.materials.append(mat)
    link(ob, parent)
    if weighted and smooth:
        me.use_auto_smooth = True
        if sharp is None:
            me.auto_smooth_angle = math.radians(50)
        w = ob.modifiers.new("wn", "WEIGHTED_NORMAL")
        w.keep_sharp = True
    return ob


def empty(name, loc=(0, 0, 0), rot=(0, 0, 0), parent=None):
    e = bpy.data.objects.new(name, None)
    e.location, e.rotation_euler = loc, rot
    return link(e, parent)


def fillet(pts, seg=6):
    """Polyline of (x, z[, radius]) -> polyline with rounded corners."""
    out = []
    n = len(pts)
    for i, p in enumerate(pts):
        r = p[2] if len(p) > 2 else 0
        if r <= 0 or i in (0, n - 1):
            out.append((p[0], p[1]))
            continue
        a, b, c = Vector(pts[i - 1][:2]), Vector(p[:2]), Vector(pts[i + 1][:2])
        u, v = (a - b), (c - b)
        lu, lv = u.length, v.length
        u.normalize(), v.normalize()
        ang = u.angle(v)
        t = min(r / max(math.tan(ang / 2), 1e-4), lu * 0.48, lv * 0.48)
        r = t * math.tan(ang / 2)
        bis = (u + v)
        if bis.length < 1e-5:
            out.append((b.x, b.y))
            continue
        centre = b + bis.normalized() * (r / math.sin(ang / 2))
        s, e = b + u * t - centre, b + v * t - centre
        a0 = math.atan2(s.y, s.x)
        d = math.atan2(e.y, e.x) - a0
        d = (d + math.pi) % (2 * math.pi) - math.pi
        for k in range(seg + 1):
            th = a0 + d * k / seg
            out.append((centre.x + r * math.cos(th), centre.y + r * math.sin(th)))
    return out


def ring(sec, x, seg=10):
    """Cross-section ring. `x` is the half-width at this height; sec gives the shape.

    ('round', R) | ('rect', hx, hy, r) | ('poly', n, apothem, r) | ('flute', R, n, depth)
    """
    kind = sec[0]
    pts = []
    if kind in ("round", "flute"):
        n = 96 if kind == "round" else sec[2] * 10
        for i in range(n):
            th = 2 * math.pi * i / n
            r = x
            if kind == "flute":
                fade = min(1.0, x / sec[1])
                r = x - sec[3] * fade * (1 - abs(math.cos(th * sec[2] / 2)) ** 1.0)
            pts.append((r * math.cos(th), r * math.sin(th)))
        return pts
    if kind == "rect":
        _, hx, hy, r = sec
        inset = hx - x
        ax, ay = max(hx - inset, 0.01), max(hy - inset, 0.01)
        r = max(min(r - inset * 0.6, ax, ay), 0.012)
        cs = [(ax - r, ay - r), (-(ax - r), ay - r), (-(ax - r), -(ay - r)), (ax - r, -(ay - r))]
        for k, (cx, cy) in enumerate(cs):
            for j in range(seg + 1):
                th = math.pi / 2 * (k + j / seg)
                pts.append((cx + r * math.cos(th), cy + r * math.sin(th)))
        return pts
    if kind == "poly":
        _, n, ap, r = sec
        r = max(min(r - (ap - x) * .6, x * .9), 0.012)
        for k in range(n):
            mid = 2 * math.pi * (k + 0.5) / n + math.pi / n * 0
            d = (x - r) / math.cos(math.pi / n)
            cx, cy = d * math.cos(mid), d * math.sin(mid)
            for j in range(5):
                th = 2 * math.pi * (k + j / 4) / n
                pts.append((cx + r * math.cos(th), cy + r * math.sin(th)))
        # rotate so that a flat faces the camera (-y)
        rot = -math.pi / 2
        return [(px * math.cos(rot) - py * math.sin(rot), px * math.sin(rot) + py * math.cos(rot)) for px, py in pts]
    raise ValueError(kind)


def loft(name, sec, profile, mat=None, parent=None, caps=(True, True), flip=False, axis="z", sharp=50,
         loc=(0, 0, 0), seg=10, smooth=True):
    """Sweep the cross-section along a profile of (half-width, height)."""
    verts, faces = [], []
    n = None
    for x, z in profile:
        pts = ring(sec, max(x, 0.004), seg)
        n = len(pts)
        verts += [(px, py, z) for px, py in pts]
    for i in range(len(profile) - 1):
        for j in range(n):
            a, b = i * n + j, i * n + (j + 1) % n
            c, d = b + n, a + n
            faces.append((a, b, c, d))
    if caps[0]:
        faces.append(tuple(reversed(range(n))))
    if caps[1]:
        k = (len(profile) - 1) * n
        faces.append(tuple(range(k, k + n)))
    if flip:
        faces = [tuple(reversed(f)) for f in faces]
    if axis == "y":  # lay the loft down: profile runs from front (-y) to back, ring in x-z
        verts = [(x, z, y) for x, y, z in verts]
        faces = [tuple(reversed(f)) for f in faces]
    ob = mesh_obj(name, verts, faces, mat, parent, smooth, sharp=sharp)
    ob.location = loc
    return ob


def box(name, sx, sy, sz, mat, parent=None, bevel=0.08, loc=(0, 0, 0), rot=(0, 0, 0)):
    r = min(bevel, sx * .49, sy * .49, sz * .49)
    prof = fillet([(sx / 2 - r * 1.5, 0), (sx / 2, 0, r), (sx / 2, sz, r), (sx / 2 - r * 1.5, sz)], 4)
    ob = loft(name, ("rect", sx / 2, sy / 2, r), prof, mat, parent, seg=5)
    ob.location, ob.rotation_euler = loc, rot
    return ob


def plane(name, w, h, mat, parent=None, loc=(0, 0, 0), rot=(0, 0, 0), nx=1, ny=1, fn=None):
    """Grid in x-z facing -y with UVs; fn(u, v) -> (x, y, z) may reshape it."""
    vs, uv, fs = [], [], []
    for j in range(ny + 1):
        for i in range(nx + 1):
            u, v = i / nx, j / ny
            vs.append(fn(u, v) if fn else ((u - .5) * w, 0, (v - .5) * h))
            uv.append((u, v))
    for j in range(ny):
        for i in range(nx):
            a = j * (nx + 1) + i
            fs.append((a, a + 1, a + nx + 2, a + nx + 1))
    ob = mesh_obj(name, vs, fs, mat, parent, uvs=uv, weighted=False)
    ob.location, ob.rotation_euler = loc, rot
    return ob


def tube_curve(name, pts, r, mat, parent=None, taper=None, res=10):
    cu = bpy.data.curves.new(name, "CURVE")
    cu.dimensions = "3D"
    cu.bevel_depth = r
    cu.bevel_resolution = 4
    cu.resolution_u = res
    cu.use_fill_caps = True
    sp = cu.splines.new("BEZIER")
    sp.bezier_points.add(len(pts) - 1)
    for i, (b, q) in enumerate(zip(sp.bezier_points, pts)):
        b.co = q
        b.handle_left_type = b.handle_right_type = "AUTO"
        if taper:
            b.radius = taper[i]
    if mat:
        cu.materials.append(mat)
    return link(bpy.data.objects.new(name, cu), parent)


def look_at(ob, target):
    d = Vector(target) - ob.location
    ob.rotation_euler = d.to_track_quat("-Z", "Y").to_euler()


def smooth(pts, n=6):
    """Catmull-Rom through the points."""
    out = []
    P = [pts[0]] + list(pts) + [pts[-1]]
    for i in range(1, len(P) - 2):
        for k in range(n):
            t = k / n
            out.append(tuple(.5 * ((2 * P[i][c]) + (-P[i - 1][c] + P[i + 1][c]) * t + (2 * P[i - 1][c] - 5 * P[i][c] + 4 * P[i + 1][c] - P[i + 2][c]) * t * t +
                                   (-P[i - 1][c] + 3 * P[i][c] - 3 * P[i + 1][c] + P[i + 2][c]) * t ** 3) for c in (0, 1)))
    out.append(pts[-1])
    return out
