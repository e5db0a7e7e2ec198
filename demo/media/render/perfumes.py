"""Models of the perfumes and attars."""
import math

from bottles import arch_ring, bead_row, bottle, cap_profile, cap_round, collar, extruded, moon_ring
from geometry import fillet, loft, smooth
from labels import label
from materials import m_metal


def perfume(p, sp):
    g = sp.get
    name, tint = sp["name"], g("tint")
    kind = g("shape")
    lab = dict(name=name, sub="Eau de parfum", size="50 ml  ·  1.7 fl oz")
    lab.update(g("label", {}))
    gold = m_metal(g("metal", "gold"), .15)
    cm = g("cap_mat") or gold
    if callable(cm):
        cm = cm()
    if kind in ("rect", "square"):
        hx, hy, h = g("size", (2.9, 1.75, 7.2))
        bottle(p, ("rect", hx, hy, g("corner", .55)), hx, h, tint, depth=g("depth", 3.0), shoulder=g("shoulder", .55), base=g("base", .85))
        lw, lh = g("lsize", (3.5, 4.0))
        label(p, lw, lh, h * .47, y=hy, **lab)
        top, cr = h, min(hx, hy)
    elif kind == "round":
        r, h = g("size", (2.35, 8.4))
        bottle(p, ("round", r), r, h, tint, depth=g("depth", 3.2), shoulder=g("shoulder", .7), base=.85)
        lw, lh = g("lsize", (3.6, 4.2))
        label(p, lw, lh, h * .46, radius=r, **lab)
        top, cr = h, r
    elif kind == "flute":
        r, h = g("size", (2.5, 7.4))
        bottle(p, ("flute", r, g("flutes", 28), .1), r, h, tint, depth=3.2, shoulder=.5, base=.85, wall=.34)
        lw, lh = g("lsize", (3.2, 3.6))
        label(p, lw, lh, h * .48, radius=r + .03, **lab)
        top, cr = h, r
    elif kind == "poly":
        r, h = g("size", (2.55, 7.4))
        n = g("sides", 8)
        bottle(p, ("poly", n, r, .16), r, h, tint, depth=g("depth", 3.0), shoulder=.75, base=.9, wall=.3)
        lw = 2 * r * math.tan(math.pi / n) * .9
        lw, lh = g("lsize", (lw, 4.2))
        label(p, lw, lh, h * .47, y=r, **lab)
        top, cr = h, r
    elif kind == "orb":
        r = g("size", 3.05)
        prof = []
        for k in range(37):
            th = math.radians(-62 + (62 + 72) * k / 36)
            prof.append((r * math.cos(th), r * (math.sin(th) + math.sin(math.radians(62)))))
        prof = [(prof[0][0] * .6, 0)] + fillet([(prof[0][0] * .8, 0), (prof[0][0], 0.0, .1)] + prof[2:4], 3)[1:-1] + prof[2:]
        top = prof[-1][1]
        bottle(p, ("round", r), r, top, tint, profile=prof, wall=.27, base=.75, depth=g("depth", 3.6), fill=.88)
        lw, lh = g("lsize", (3.0, 3.2))
        label(p, lw, lh, r * .9, radius=r, **lab)
        cr = 1.2
    elif kind == "arch":
        hx, st, hy = g("size", (2.75, 4.6, 1.45))
        extruded(p, arch_ring(hx, st), hy, tint, g("depth", 2.6), level=st + 2.2)
        lw, lh = g("lsize", (3.3, 3.9))
        label(p, lw, lh, 3.5, y=hy, **lab)
        top = st + math.sqrt((hx + .9) ** 2 - .81) - .12
        cr = hy
    else:  # moon
        R, hy = g("size", (3.6, 1.35))
        extruded(p, moon_ring(R, R * .93), hy, tint, g("depth", 2.2), level=R * 1.62)
        lw, lh = g("lsize", (3.4, 3.4))
        label(p, lw, lh, R * .93, y=hy, **lab)
        top, cr = R * 1.93 - .04, hy
    # neck, collar and cap
    ck, cs = g("cap", "cyl"), g("cap_size", (1.15, 2.6))
    loft("neck", ("round", .8), [(.8, -.25), (.8, .5)], gold, p, loc=(0, 0, top))
    collar(p, top, min(cs[0] * .98, cr * .96, 1.25) if ck != "block" else 1.0, .36, gold)
    z = top + .42
    if ck == "cyl":
        cap_round(p, z, cs[0], cs[1], cm, g("bevel", .14), band=gold if g("band") else None, top=gold if g("inlay") else None)
    elif ck == "block":
        cap_round(p, z, cs[0], cs[1], cm, .14, sec=("rect", cs[0], cs[2], .16), band=gold if g("band") else None)
    elif ck == "flute":
        cap_round(p, z, cs[0], cs[1], cm, .12, sec=("flute", cs[0], 30, .07))
    elif ck == "poly":
        cap_round(p, z, cs[0], cs[1], cm, .25, sec=("poly", g("sides", 8), cs[0], .06), band=gold if g("band") else None)
    elif ck == "ball":
        r = cs[0]
        pts = [(r * math.cos(math.radians(a)), r * math.sin(math.radians(a)) + r * .9) for a in range(-64, 88, 4)]
        cap_profile(p, z, pts + [(.05, r * 1.9)], cm)
        collar(p, z - .05, r * .62, .22, gold)
    elif ck == "dome":
        r, h = cs[0], cs[1]
        pts = [(r, 0), (r, h * .45)] + [(r * math.cos(math.radians(a)), h * .45 + h * .55 * math.sin(math.radians(a))) for a in range(4, 88, 4)]
        cap_profile(p, z, pts, cm)
        collar(p, z, r + .06, .18, gold)
    elif ck == "onion":
        r = cs[0]
        pts = [(r * .7, 0), (r * .78, .25), (r * 1.0, .75), (r * 1.02, 1.15), (r * .82, 1.7), (r * .45, 2.15), (r * .18, 2.45), (r * .12, 2.7), (.04, 2.95)]
        cap_profile(p, z, smooth(pts), cm, sec=("flute", r, 14, .12))
        collar(p, z - .04, r * .82, .24, gold)


def attar(p, sp):
    g = sp.get
    gold = m_metal(g("metal", "gold"), .16)
    dark = m_metal("brass", .3)
    sec = g("sec", ("poly", 8, 1.0, .1))
    r = 1.0
    h = 4.6
    bottle(p, sec, r, h, g("tint"), depth=1.5, shoulder=.3, foot=.12, wall=.16, base=.4, tube=False, neck=.6)
    label(p, 1.1 if sec[0] == "poly" else 1.62, 2.9, 2.2, **(dict(y=r) if sec[0] == "poly" else dict(radius=r)), name=g("name"), sub="Attar",
          size="6 ml", **g("label", {}))
    # ornate metal: footed base ring, beaded collar and a fluted finial
    loft("foot", ("round", 1.2), fillet([(.6, 0), (1.22, 0, .04), (1.22, .22, .06), (1.08, .32, .04), (.6, .32)], 4), gold, p, loc=(0, 0, -.22))
    bead_row(p, -.08, 1.24, 40, .075, gold)
    z = h
    loft("collar", ("round", 1.0), fillet([(.5, 0), (1.06, 0, .05), (1.06, .3, .05), (.86, .4, .05), (.86, .75, .05), (1.0, .85, .05), (1.0, 1.0, .05), (.5, 1.0)], 4), gold, p, loc=(0, 0, z - .05))
    bead_row(p, z + .1, 1.08, 36, .075, dark)
    bead_row(p, z + .52, .9, 30, .07, gold)
    ck = g("cap", "onion")
    z += .95
    if ck == "onion":
        pts = [(.6, 0), (.72, .2), (1.0, .7), (1.04, 1.05), (.88, 1.5), (.55, 1.9), (.25, 2.2), (.16, 2.4)]
        cap_profile(p, z, smooth(pts), gold, sec=("flute", 1.04, 16, .12))
        bead_row(p, z + .02, .72, 24, .08, dark)
        fin = [(.1, 0), (.26, .12), (.28, .26), (.12, .42), (.1, .5), (.16, .6), (.04, .85)]
        loft("finial", ("round", .28), smooth(fin), gold, p, loc=(0, 0, z + 2.38))
    elif ck == "lotus":
        pts = [(.6, 0), (.66, .3), (.86, .9), (1.12, 1.5), (1.14, 1.62), (.9, 1.7), (.6, 1.72)]
        cap_profile(p, z, smooth(pts), gold, sec=("flute", 1.14, 12, .16))
        dome = [(.82, 0), (.85, .12), (.78, .5), (.5, .85), (.2, 1.02), (.05, 1.06)]
        loft("dome", ("round", .85), smooth(dome), gold, p, loc=(0, 0, z + 1.66))
        bead_row(p, z + 1.74, .88, 30, .08, dark)
        loft("finial", ("round", .2), smooth([(.1, 0), (.2, .14), (.12, .3), (.03, .46)]), gold, p, loc=(0, 0, z + 2.66))
    else:  # minaret: stacked rings
        pts = [(.8, 0, .04), (.92, .0, .05), (.92, .25, .05), (.74, .34, .04), (.74, 1.3, .04), (.92, 1.4, .05), (.92, 1.62, .05), (.78, 1.7, .04)]
        loft("cap", ("flute", .92, 18, .06), fillet([(.5, 0)] + pts + [(.5, 1.72)], 4), gold, p, loc=(0, 0, z))
        dome = [(.76, 0), (.84, .18), (.8, .5), (.52, .92), (.22, 1.18), (.1, 1.34)]
        loft("dome", ("flute", .84, 16, .1), smooth(dome), gold, p, loc=(0, 0, z + 1.68))
        loft("finial", ("round", .17), smooth([(.07, 0), (.17, .12), (.1, .26), (.03, .46)]), gold, p, loc=(0, 0, z + 2.98))
        bead_row(p, z + .12, .95, 32, .07, dark)
        bead_row(p, z + 1.5, .95, 32, .07, dark)
