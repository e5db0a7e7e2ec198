"""Models of all other packs: droppers, sprays, pumps, jars, tubes, soap, the Discovery Set."""
import math

from bottles import bottle, cap_round, collar
from geometry import box, empty, fillet, loft, mesh_obj, plane, smooth, tube_curve
from fonts import DISPLAY, fitted, mark
from labels import image, label, label_svg, m_label, raster, text
from materials import m_frosted, m_glass, m_liquid, m_metal, m_plain, m_wood
from nodes import material, principled, rgb


def dropper(p, sp):
    r, h = 1.75, 6.6
    amber = (.80, .49, .22, 1)
    prof = fillet([(r * .5, 0), (r, 0, .22), (r, h, .95), (.95, h + .55, .25), (.95, h + 1.0, 0)], 8)
    bottle(p, ("round", r), r, h + 1, sp.get("tint"), profile=prof, wall=.2, base=.4, fill=.72, depth=2.2, glass=amber, tube=False)
    label(p, 4.1, 3.9, 3.1, radius=r, name=sp["name"], sub=sp["sub"], size=sp["ml"], **sp.get("label", {}))
    m = m_metal("gold", .18)
    z = h + .75
    loft("ring", ("flute", 1.2, 44, .035), fillet([(.6, 0), (1.2, 0, .06), (1.2, 1.35, .1), (.6, 1.35)], 5), m, p, loc=(0, 0, z))
    bulb = [(.72, 0), (.74, .3), (.7, .9), (.68, 1.5), (.62, 2.0), (.4, 2.35), (.12, 2.45)]
    loft("bulb", ("round", .74), smooth(bulb), m_plain("#1d1c1a", .5, spec=.4), p, loc=(0, 0, z + 1.33))


def spray(p, sp):
    r, h = 1.85, 10.2
    kw = dict(frosted=sp.get("frost")) if sp.get("frost") else {}
    bottle(p, ("round", r), r, h, sp["tint"], depth=3.0, shoulder=.8, wall=.22, base=.5, neck=.9, **kw)
    label(p, 3.7, 5.2, 4.7, radius=r, name=sp["name"], sub=sp["sub"], size=sp["ml"], **sp.get("label", {}))
    m = m_metal("gold", .16)
    collar(p, h, 1.12, .9, m)
    w = m_plain("#efe6d6", .32, coat=.2)
    loft("act", ("round", .82), fillet([(.4, 0), (.82, 0, .04), (.82, 1.2, .22), (.4, 1.24)], 6), w, p, loc=(0, 0, h + 1.0))
    loft("nozzle", ("round", .17), fillet([(.1, 0), (.17, 0, .02), (.17, .1, .02), (.08, .1), ], 3), m_plain("#3a342c", .4), p, axis="y", loc=(0, -.9, h + 1.75))


def pump(p, sp):
    r, h = 2.15, 9.4
    bottle(p, ("round", r), r, h, sp["tint"], depth=3.4, shoulder=1.2, wall=.22, base=.45, neck=1.0, glass=sp.get("glass", (1, 1, 1, 1)))
    label(p, 4.3, 4.9, 4.1, radius=r, name=sp["name"], sub=sp["sub"], size=sp["ml"], **sp.get("label", {}))
    m = m_metal("gold", .2)
    loft("ring", ("flute", 1.22, 40, .035), fillet([(.6, 0), (1.22, 0, .06), (1.22, 1.1, .1), (.6, 1.1)], 5), m, p, loc=(0, 0, h))
    loft("stem", ("round", .32), [(.32, 0), (.32, 1.3)], m, p, loc=(0, 0, h + 1.05))
    loft("head", ("round", .85), fillet([(.4, 0), (.8, 0, .08), (.86, .62, .18), (.4, .66)], 6), m, p, loc=(0, 0, h + 2.1))
    # spout: bent tube towards camera-left
    pts = [(0, 0, h + 2.42), (-1.2, -.25, h + 2.46), (-2.0, -.42, h + 2.38), (-2.35, -.5, h + 2.1)]
    tube_curve("spout", pts, .24, m, p)


def jar(p, sp):
    g = sp.get
    r, h = g("size", (3.3, 3.7))
    kind = g("body", "glass")
    tint = g("tint", (.95, .9, .8, 1))
    if kind == "ceramic":
        loft("body", ("round", r), fillet([(r * .5, 0), (r, 0, .5), (r, h, .12), (r * .9, h)], 8), m_plain(g("color", "white"), .3, coat=.5), p)
    elif kind == "stone":
        loft("body", ("round", r), fillet([(r * .5, 0), (r, 0, .35), (r, h, .12), (r * .9, h)], 8), m_plain(g("color", "sand"), .75, grain=.35), p)
    elif kind == "frost":
        loft("body", ("round", r), fillet([(r * .5, 0), (r, 0, .55), (r, h, .3), (r * .9, h)], 8), m_frosted(g("frost"), .22, .3), p)
        loft("fill", ("round", r - .5), fillet([(r * .3, .7), (r - .5, .7, .4), (r - .5, h - .2, .1), (r * .3, h - .2)], 6), m_plain(g("cream"), .5), p)
    else:
        glass = g("glass", (1, 1, 1, 1))
        loft("body", ("round", r), fillet([(r * .5, 0), (r, 0, .45), (r, h, .35), (r * .88, h)], 8), m_glass(glass), p)
        ri = r - .38
        prof = fillet([(ri * .4, .6), (ri, .6, .4), (ri, h - .15, .2), (ri * .5, h - .15)], 6)
        if g("powder"):
            loft("fill", ("round", ri), [(a - .0, b) for a, b in prof], m_plain(g("powder"), .95, grain=.5), p)
        else:
            loft("fill", ("round", ri), prof, m_liquid(tint, g("depth", 3.2)), p, flip=True)
    label(p, g("lw", 4.6), g("lh", 2.7), h * .5, radius=r, name=sp["name"], sub=sp["sub"], size=sp["ml"], with_mark=False, **g("label", {}))
    lid = g("lid")
    lid = lid() if callable(lid) else lid or m_metal("gold", .2)
    lr, lh = r + g("over", .06), g("lid_h", 1.5)
    loft("gap", ("round", r * .92), [(r * .92, 0), (r * .92, .14)], m_plain("ink", .6), p, loc=(0, 0, h - .02))
    sec = ("flute", lr, 70, .03) if g("knurl") else ("round", lr)
    loft("lid", sec, fillet([(lr * .5, 0), (lr, 0, .06), (lr, lh, g("lid_bevel", .16)), (lr * .8, lh + .02), (lr * .5, lh + .02)], 6), lid, p, loc=(0, 0, h + .1))
    if g("inlay"):
        loft("inlay", ("round", lr * .99), fillet([(lr * .9, 0), (lr + .03, 0, .03), (lr + .03, .2, .03), (lr * .9, .2)], 3), m_metal("gold", .15), p, loc=(0, 0, h + .12))


def tube(p, sp):
    """Standing squeeze tube: cap below, round body flattening into a crimped seam at the top."""
    R, h, zc = 2.15, 11.6, 2.0
    verts, faces, uv = [], [], []
    n, m = 96, 40
    for i in range(m + 1):
        t = i / m
        z = zc + h * t
        k = max(0.0, (t - .02)) ** 1.25
        hy = R * (1 - k) + .05
        hx = R * (1 + .36 * k)
        if t < .04:
            f = math.sin(math.pi / 2 * (t / .04)) * .12 + .88
            hx, hy = hx * f, hy * f
        for j in range(n):
            th = 2 * math.pi * j / n - math.pi / 2
            verts.append((hx * math.cos(th), hy * math.sin(th), z))
    for i in range(m):
        for j in range(n):
            a, b = i * n + j, i * n + (j + 1) % n
            faces.append((a, b, b + n, a + n))
    faces.append(tuple(range(n - 1, -1, -1)))
    mat = m_plain(sp.get("color", "sage"), .36, coat=.15)
    mesh_obj("tube", verts, faces, mat, p, sharp=60)
    # crimp with fine ridges
    w = R * 1.36 * 2

    def cr(u, v):
        return ((u - .5) * w, -.07 + .018 * math.sin(u * 2 * math.pi * 46), zc + h - .06 + v * .75)
    plane("crimp", w, .7, mat, p, nx=368, ny=1, fn=cr)
    box("crimpb", w, .1, .69, mat, p, .03, loc=(0, 0, zc + h - .06))
    # printed artwork follows the body
    lw, lh, lz = 3.4, 6.2, zc + 5.2

    def shape(u, v):
        z = lz + (v - .5) * lh
        k = max(0.0, ((z - zc) / h - .02)) ** 1.25
        hy, hx = R * (1 - k) + .075, R * (1 + .36 * k) + .025
        x = (u - .5) * lw
        return (x, -hy * math.sqrt(max(1 - (x / hx) ** 2, 0)), z)
    W, H = lw * 100, lh * 100
    lab = dict(ink="#f7f0e0", foil="#f7f0e0")
    lab.update(sp.get("label", {}))

    def fn(a, i, f):
        return label_svg(W, H, sp["name"], sp["sub"], sp["ml"], a, i, f, False, True, 1.0)
    plane("print", lw, lh, m_label(fn, W, H, "print", ink=lab["ink"], foil=lab["foil"]), p, nx=40, ny=24, fn=shape)
    loft("cap", ("round", R * .92), fillet([(R * .5, 0), (R * .92, 0, .1), (R * .92, zc - .05, .08), (R * .5, zc - .05)], 5),
         m_metal("gold", .2) if not sp.get("capwood") else m_wood(), p)


def soap(p, sp):
    """Two charcoal bars: one on its side, brand embossed, and one lying before it in a paper band."""
    def bar(rot, loc):
        e = empty("bar", loc, rot, p)
        w, d, h = 7.4, 5.0, 2.3
        W, H = 740, 500

        def svg(a, i, f):
            return label_svg(W, H, sp["name"], "Handmade", sp["ml"], a, i, f, True, True, 1.1)
        blur = raster(svg("#000000", "#ffffff", "#ffffff"), 1480)

        def build(g):
            uv = g.n("TexCoord").outputs["UV"]
            t = g.n("TexImage", {"Vector": uv}, extension="CLIP")
            t.image = image(blur, True)
            t.interpolation = "Cubic"
            v = g.coords("Object")
            fine = g.noise(v, 6, 8, .75)
            mott = g.noise(v, .8, 5, .6, .8)
            base = g.ramp(mott, [(.3, rgb("#262926")), (.7, rgb("#454943"))])
            hh = g.math("SUBTRACT", g.math("MULTIPLY", fine, .18), g.math("MULTIPLY", t.outputs["Color"], 1.0))
            base = g.mix(g.math("MULTIPLY", t.outputs["Color"], .85), base, rgb("#a08a5c"))
            return principled(g, base=base, rough=.46, spec=.45, normal=g.bump(hh, .9, .12))
        mat = material("soap" + sp["name"], build)
        prof = fillet([(w / 2 - 1.2, 0), (w / 2, 0, .5), (w / 2, h, .5), (w / 2 - 1.2, h)], 8)
        loft("soap", ("rect", w / 2, d / 2, .9), prof, m_soap_side(), e)
        # embossed face
        fx, fy = w * .43, d * .41
        ob = plane("face", fx * 2, fy * 2, mat, e, loc=(0, 0, h + .004), rot=(-math.pi / 2, 0, 0))
        return e
    bar((math.pi / 2, 0, math.radians(6)), (-1.5, 1.8, 2.5))
    # paper-wrapped second bar lying beside, in front
    e = empty("bar2", (4.2, -3.4, 0), (0, 0, math.radians(-28)), p)
    w, d, h = 6.4, 4.3, 2.0
    prof = fillet([(w / 2 - 1.2, 0), (w / 2, 0, .45), (w / 2, h, .45), (w / 2 - 1.2, h)], 8)
    loft("soap", ("rect", w / 2, d / 2, .8), prof, m_soap_side(), e)
    bw = 3.0
    prof = fillet([(1.0, -.02), (d / 2 + .03, -.02, .42), (d / 2 + .03, h + .03, .42), (1.0, h + .03)], 8)
    vs, fs = [], []
    ringp = [(a, b) for a, b in prof] + [(-a, b) for a, b in reversed(prof)]
    for sx in (-bw / 2, bw / 2):
        vs += [(sx, a, b) for a, b in ringp]
    n = len(ringp)
    for j in range(n):
        a, b = j, (j + 1) % n
        fs.append((a, b, b + n, a + n))
    mesh_obj("wrap", vs, fs, m_plain("ivory", .7, grain=.06), e, weighted=False)
    W, H = 300, 300
    lab = lambda a, i, f: label_svg(W, H, sp["name"], "Soap", sp["ml"], a, i, f, False, True, 1.0)
    plane("wraplabel", 2.9, 2.9, m_label(lab, W, H, "paper", paper="#efe4d2"), e, loc=(0, 0, h + .04), rot=(-math.pi / 2, 0, 0))


def m_soap_side():
    def build(g):
        v = g.coords("Object")
        fine = g.noise(v, 6, 8, .75)
        mott = g.noise(v, .8, 5, .6, .8)
        return principled(g, base=g.ramp(mott, [(.3, rgb("#262926")), (.7, rgb("#454943"))]), rough=.46, spec=.45,
                            normal=g.bump(fine, .22, .08))
    return material("soapside", build)


def vial_svg(name, paper, ink, foil):
    """A vial's label: the mark, and the name along the glass."""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 290" width="80" height="290"><rect width="80" height="290" fill="{paper}"/>'
            + mark(40, 46, 32, foil, 2) + f'<g transform="translate(52 168) rotate(-90)">{text(0, 0, fitted(30, name, 196, DISPLAY), name, ink, DISPLAY)}</g></svg>')


def discovery(p, sp):
    """Rigid box: tray with five vials in front, lid standing behind."""
    green = m_plain("green", .6, grain=.05)
    inner = m_plain("#ece0cc", .85)
    gold = m_metal("gold", .16)
    W, D, H = 13.2, 8.6, 2.3
    t = empty("tray", (0, -1.6, 1.06), (math.radians(14), 0, 0), p)
    box("prop", 12, 1.2, 1.7, green, p, .05, loc=(0, 1.6, 0))
    box("base", W, D, .25, green, t, .05)
    for sx in (-1, 1):
        box("side", .3, D, H, green, t, .06, loc=(sx * (W / 2 - .15), 0, 0))
    for sy in (-1, 1):
        box("side", W, .3, H, green, t, .06, loc=(0, sy * (D / 2 - .15), 0))
    # the insert: bars between five slots, in which the vials lie half sunk
    box("floor", W - .64, D - .64, .6, m_plain("#cdbb9c", .9), t, .02, loc=(0, 0, .2))
    for k in range(6):
        side = -1 if k == 0 else 1 if k == 5 else 0
        box("bar", 1.1 if side else .88, D - 2.03, .72, inner, t, .06, loc=(side * 5.73 if side else (k - 2.5) * 2.25, 0, .8))
    for sy in (-1, 1):
        box("end", W - .64, .7, .72, inner, t, .06, loc=(0, sy * (D / 2 - .67), .8))
    tints = [(.93, .55, .42, 1), (.9, .55, .1, 1), (.62, .75, .25, 1), (.86, .3, .26, 1), (.5, .33, .62, 1)]
    for k, nm in enumerate(["Kewra Bloom", "Saffron Oud", "Vetiver Coast", "Rose of Kannauj", "Midnight Champa"]):
        v = empty("vial", ((k - 2) * 2.25, -3.05, 1.42), (-math.pi / 2, 0, 0), t)
        bottle(v, ("round", .6), .6, 4.3, tints[k], depth=1.0, wall=.09, base=.22, foot=.1, shoulder=.25, tube=False, neck=.35)
        loft("cap", ("round", .5), fillet([(.2, 0), (.5, 0, .04), (.5, 1.6, .1), (.2, 1.6)], 4), gold, v, loc=(0, 0, 4.3))
        lab = lambda a, i, f, nm=nm: vial_svg(nm, a, i, f)
        plane("vl", .8, 2.9, m_label(lab, 80, 290, "paper", px=400), v, nx=14, ny=1,
              fn=lambda u, q: (.61 * math.sin((u - .5) * 1.35), -.61 * math.cos((u - .5) * 1.35), 2.1 + (q - .5) * 2.9))
    lid = empty("lid", (0, 5.6, 0), (math.radians(-9), 0, 0), p)
    box("lidbody", W + .3, 2.4, D + .3, green, lid, .07, loc=(0, 0, 0))
    LW, LH = 960, 500
    art = lambda a, i, f: label_svg(LW, LH, "The Discovery Set", "Five eaux de parfum", "5 × 2 ml", a, i, f, True, True, 1.1)
    plane("lidart", 9.6, 5.0, m_label(art, LW, LH, "paper", paper="#1f3a2b", ink="#d8b56a", foil="#e2bd74", px=1500), lid, loc=(0, -1.215, 6.0))


def hair_oil(p, sp):
    hx, hy, h = 2.2, 1.6, 10.4
    bottle(p, ("rect", hx, hy, .75), hx, h, sp["tint"], depth=3.0, shoulder=.8, base=.6, tube=False)
    label(p, 3.1, 5.4, h * .46, y=hy, name=sp["name"], sub=sp["sub"], size=sp["ml"], **sp.get("label", {}))
    collar(p, h - .02, 1.1, .4)
    cap_round(p, h + .36, 1.15, 2.3, m_wood(), .15, band=m_metal("gold", .15))
