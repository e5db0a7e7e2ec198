"""Parts of bottles: glass, liquid, collars and caps."""
import math

from geometry import fillet, loft, mesh_obj
from materials import m_frosted, m_glass, m_liquid, m_metal
from nodes import material

MENISCUS = .06  # cm that the liquid climbs at the glass
FOOT = .15  # cm of height at which a bottle is as wide as where it stands


def shade(p, name, sec, x, low, high, share):
    """Keeps a share of the light off the ground: it passes straight through glass here, and a bottle without a shadow seems to hover. Neither
    the camera sees the shade, nor glass and metal."""
    def build(g):
        return g.n("MixShader", {0: share, 1: g.n("BsdfTransparent"), 2: g.n("BsdfDiffuse", {"Color": (0, 0, 0, 1)})})
    ob = loft(name, sec, [(x, low), (x, high)], material(("shade", share), build), p)
    ob.visible_camera = ob.visible_glossy = ob.visible_transmission = False


def shades(p, foot_sec, foot, base, sec, x, fill):
    """The shadow of a bottle: dense under its thick base, light where the liquid is."""
    shade(p, "foot shade", foot_sec, foot, .01, base, 1)
    shade(p, "body shade", sec, x, base, fill, .3)


def bottle(p, sec, x, h, tint, fill=.92, wall=.25, base=.8, shoulder=.9, foot=.25, depth=3.0, neck=.85,
           glass=(1, 1, 1, 1), tube=True, frosted=None, inner_top=None, profile=None):
    """Thick glass bottle with cavity and liquid. `sec` = cross-section, x = half width, h = body height."""
    top_x = max(x - (min(sec[1:3]) if sec[0] == "rect" else x) * .62, .3) if sec[0] == "rect" else neck
    outer = profile or fillet([(top_x if sec[0] == "rect" else x * .5, 0), (x, 0, foot), (x, h, shoulder), (top_x, h)], 8)
    gm = m_frosted(frosted) if frosted else m_glass(glass)
    loft("glass", sec, outer, gm, p)
    ix, it = x - wall, (inner_top or h - wall * .9)
    if profile:
        # inner follows the outer wall
        pts = [(max(a - wall, .05), b) for a, b in profile if base <= b <= it]
        inner = [(pts[0][0] * .6, base)] + [(pts[0][0] * .93, base + .03)] + [q for q in pts if q[1] > base + .2]
    else:
        tx = max(ix - (min(sec[1:3]) - wall if sec[0] == "rect" else ix) * .7, .2)
        inner = fillet([(tx, base), (ix, base, max(foot, .3)), (ix, it, max(shoulder - wall * .5, .15)), (tx, it)], 6)
    fz = base + (it - base) * fill
    low, high = [], []
    for (a, b), (c, d) in zip(inner, inner[1:]):
        low.append((a, b)) if b <= fz else high.append((a, b))
        if b < fz < d:
            t = (fz - b) / (d - b)
            m = (a + (c - a) * t, fz)
            low.append(m)
            high.append(m)
    high.append(inner[-1])
    isec = ("rect", ix, sec[2] - wall, max(sec[3] - wall * .5, .1)) if sec[0] == "rect" else \
        ("poly", sec[1], sec[2] - wall, sec[3]) if sec[0] == "poly" else ("round", ix)
    liq = m_liquid(tint, depth)
    loft("liquid", isec, low, liq, p, caps=(True, False), flip=True)
    loft("cavity", isec, high, m_glass(glass), p, caps=(False, True), flip=True)
    xw = low[-1][0]
    foot = max(a for a, b in outer if b <= FOOT)
    shades(p, sec, foot, base, sec, max(foot, ix) * .9, fz)
    loft("meniscus", isec, [(xw, fz), (xw - MENISCUS * .35, fz - MENISCUS * .7), (xw - MENISCUS * 1.6, fz - MENISCUS)],
         m_liquid(tint, depth, 1.36, False), p, caps=(False, True))
    if tube:
        dip_tube(p, base + .2, it)
    return outer


def dip_tube(p, low, high):
    """The spray's tube, .28 cm thick, seen through glass and liquid."""
    def build(g):
        rim = g.math("POWER", g.n("LayerWeight", {"Blend": .5}).outputs["Facing"], 1.5)
        t = g.n("BsdfTransparent", {"Color": (.9, .92, .91, 1)})
        d = g.n("BsdfTranslucent", {"Color": (.95, .95, .93, 1)})
        return g.n("MixShader", {0: g.math("MULTIPLY", rim, .6), 1: t, 2: d})
    loft("dip", ("round", .14), [(.14, low), (.14, high)], material("dip", build), p, caps=(False, False))


def collar(p, z, r=.95, h=.45, mat=None):
    loft("collar", ("round", r), fillet([(r * .5, 0), (r, 0, .05), (r, h, .06), (r * .5, h)], 3), mat or m_metal("gold", .14), p,
         loc=(0, 0, z))


def cap_round(p, z, r, h, mat, bevel=.12, sec=None, band=None, top=None):
    sec = sec or ("round", r)
    loft("cap", sec, fillet([(r * .5, 0), (r, 0, .05), (r, h, bevel), (r * .5, h)], 6), mat, p, loc=(0, 0, z))
    if band:
        bx = r + .025
        bs = ("round", bx) if sec[0] in ("round", "flute") else ("rect", bx, sec[2] + .025, sec[3] + .02) if sec[0] == "rect" else \
            ("poly", sec[1], bx, sec[3])
        loft("band", bs, fillet([(bx * .8, 0), (bx, 0, .03), (bx, .22, .03), (bx * .8, .22)], 3), band, p, loc=(0, 0, z + .03))
    if top:
        loft("captop", ("round", r * .7), fillet([(r * .3, 0), (r * .72, 0, .02), (r * .72, .06, .03), (r * .3, .06)], 3), top, p,
             loc=(0, 0, z + h - .01))


def cap_profile(p, z, pts, mat, sec=None, seg=8):
    prof = fillet(pts, seg)
    r = max(a for a, _ in prof)
    loft("cap", sec or ("round", r), prof, mat, p, loc=(0, 0, z), sharp=40)


def bead_row(p, z, r, n, br, mat):
    """Row of little granulation beads as on Indian metalwork (one mesh)."""
    vs, fs = [], []
    for k in range(n):
        th = 2 * math.pi * k / n
        cx, cy = r * math.cos(th), r * math.sin(th)
        o = len(vs)
        for i in range(7):
            la = math.pi * i / 6
            for j in range(8):
                lo = 2 * math.pi * j / 8
                vs.append((cx + br * math.sin(la) * math.cos(lo), cy + br * math.sin(la) * math.sin(lo), z + br * math.cos(la)))
        for i in range(6):
            for j in range(8):
                a, b = o + i * 8 + j, o + i * 8 + (j + 1) % 8
                fs.append((a, a + 8, b + 8, b))
    mesh_obj("beads", vs, fs, mat, p, weighted=False)


def extruded(p, ring_fn, hy, tint, depth, level, wall=.26, glass=(1, 1, 1, 1), bevel=.45):
    """Flat bottle whose silhouette is an outline (arch, moon), filled up to `level`; lofted front to back."""
    air, juice, surface = m_glass(glass), m_liquid(tint, depth), m_liquid(tint, depth, 1.36, False)

    def rings(inset, half, r):
        prof = fillet([(-r * 1.6, -half), (0, -half, r), (0, half, r), (-r * 1.6, half)], 7)
        return [(ring_fn(inset - min(dx, 0)), y) for dx, y in prof]

    def shell(name, loops, mat, flip, skip=lambda z: False):
        verts = [(a, y, b) for pts, y in loops for a, b in pts]
        n, m = len(loops[0][0]), len(loops)
        faces = [(i * n + j, (i + 1) * n + j, (i + 1) * n + (j + 1) % n, i * n + (j + 1) % n) for i in range(m - 1) for j in range(n)]
        faces += [tuple(range(n)), tuple(reversed(range((m - 1) * n, m * n)))]
        faces = [f for f in faces if not all(skip(verts[k][2]) for k in f)]
        mesh_obj(name, verts, [tuple(reversed(f)) for f in faces] if flip else faces, mat, p, sharp=50)

    shell("glass", rings(0, hy, bevel), air, False)
    width = half_width(ring_fn(0), .01) - .06
    flat = ("rect", width, hy - bevel * .5, .2)
    shades(p, flat, width, wall * 2, flat, width, level)
    inner = rings(wall, hy - wall, max(bevel * .5, .2))
    flat = lambda z: abs(z - level) < 1e-6
    shell("liquid", [([(a, min(b, level)) for a, b in pts], y) for pts, y in inner], juice, True, flat)
    shell("cavity", [([(a, max(b, level)) for a, b in pts], y) for pts, y in inner], air, True, flat)
    # the liquid's surface, its rim climbing at the glass
    rim = [(half_width(pts, level), y) for pts, y in inner]
    loop = rim + [(-a, y) for a, y in reversed(rim)]
    verts, faces, n = [], [], len(loop)
    for inset, drop in ((0, 0), (MENISCUS * .35, .7), (MENISCUS * 1.6, 1)):
        verts += [(a - math.copysign(inset, a), y * (1 - inset / hy), level - MENISCUS * drop) for a, y in loop]
    for i in range(2):
        faces += [(i * n + j, i * n + (j + 1) % n, (i + 1) * n + (j + 1) % n, (i + 1) * n + j) for j in range(n)]
    faces.append(tuple(range(2 * n, 3 * n)))
    mesh_obj("meniscus", verts, faces, surface, p, sharp=50)


def half_width(outline, level):
    """Of an outline that is symmetrical in x, at one height."""
    crossings = [a + (c - a) * (level - b) / (d - b) for (a, b), (c, d) in zip(outline, outline[1:] + outline[:1]) if min(b, d) <= level < max(b, d)]
    return max(crossings, default=0.0)


def arch_ring(hx, straight, c=.9, r=.35, seg=18):
    """Pointed Mughal arch outline in x-z, as a function of inset."""
    def fn(inset):
        hw, R = hx - inset, hx + c - inset
        z0 = inset
        pts = []
        rr = max(r - inset * .5, .05)
        for k in range(7):
            th = -math.pi / 2 + math.pi / 2 * k / 6
            pts.append((hw - rr + rr * math.cos(th), z0 + rr + rr * math.sin(th)))
        amax = math.acos(c / R) - .02
        for k in range(seg + 1):
            th = amax * k / seg
            pts.append((-c + R * math.cos(th), straight + R * math.sin(th)))
        left = [(-a, b) for a, b in reversed(pts)]
        return pts + left
    return fn


def moon_ring(R, flat, n=110):
    def fn(inset):
        pts = []
        for k in range(n):
            th = -math.pi / 2 + 2 * math.pi * k / n + .0001
            r = R - inset
            pts.append((r * math.cos(th), max(r * math.sin(th), -(flat - inset)) + flat))
        return pts
    return fn
