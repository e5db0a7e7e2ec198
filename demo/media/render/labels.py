"""Label art: drawn as SVG with the shop's mark and fonts, rastered, and printed, stamped or engraved on the pack."""
import hashlib
import math
import os
import subprocess

import bpy

from fonts import CACHE, DISPLAY, TEXT, fitted, font_environment, mark
from geometry import box, plane
from materials import m_metal
from nodes import material, principled, rgb

ENVIRONMENT = font_environment()
# height of the net quantity's type as a share of the label's unit: 10 px where a product page shows the packshot 604 px wide
QUANTITY = .072


def split_name(name, limit=12):
    words = name.split()
    if len(name) <= limit or len(words) == 1:
        return [name]
    best = min(range(1, len(words)), key=lambda i: abs(len(" ".join(words[:i])) - len(" ".join(words[i:]))))
    return [" ".join(words[:best]), " ".join(words[best:])]


def text(x, y, size, words, fill, family=TEXT, spacing=0.0):
    """Centred line; `spacing` in font sizes."""
    return (f'<text x="{x}" y="{y}" text-anchor="middle" font-family="{family}" '
            f'font-size="{size}" letter-spacing="{spacing * size}" fill="{fill}">{words}</text>')


def label_svg(w, h, name, sub, size, paper, ink, foil, frame=True, with_mark=True, brand=1.0):
    """SVG of a label, w x h in 1/100 cm. Paint everything with the colours passed in."""
    cx = w / 2
    o = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}">',
         f'<rect width="{w}" height="{h}" fill="{paper}"/>']
    if frame:
        m = min(w, h) * .05
        o.append(f'<rect x="{m}" y="{m}" width="{w - 2 * m}" height="{h - 2 * m}" fill="none" stroke="{foil}" stroke-width="{m * .13}"/>')
    lines = split_name(name)
    u = min(w * 1.28, h * 1.05) if w < h * .7 else min(w, h * (.98 if with_mark else 1.25))
    if len(lines) > 1 and w >= h * .7:
        u *= .93
    room = w * .76
    for _ in range(2):  # smaller if it were too high
        bs = u * .118 * brand                       # brand size
        ns = min(fitted(u * .138, line, room, DISPLAY) for line in lines)
        ss = u * .052
        qs = u * QUANTITY
        block = (u * .22 if with_mark else 0) + bs * .72 + u * .1 + len(lines) * ns * 1.06 + u * .03 + ss * 1.7 + qs * 1.3
        u *= min(1, h * .76 / block)
    y = (h - block) / 2
    if with_mark:
        y += u * .19
        o.append(mark(cx, y, u * .19, foil))
        y += u * .07
    y += bs * .72
    o.append(text(cx, y, bs, "KEWRA", foil, DISPLAY, .26))
    y += u * .065
    o.append(f'<path d="M{cx - u * .09},{y} H{cx + u * .09}" stroke="{foil}" stroke-width="{u * .005}"/>')
    y += u * .02
    for ln in lines:
        y += ns * 1.06
        o.append(text(cx, y, ns, ln, ink, DISPLAY))
    y += u * .05 + ss
    o.append(text(cx, y, fitted(ss, sub.upper(), room, TEXT, .13), sub.upper(), ink, TEXT, .13))
    y += ss * .4 + qs * 1.1
    o.append(text(cx, y, fitted(qs, size, room, TEXT, .04), size, ink, TEXT, .04))
    o.append("</svg>")
    return "".join(o)


def raster(svg, px):
    key = os.path.join(CACHE, hashlib.sha1((svg + str(px)).encode()).hexdigest()[:16])
    if not os.path.exists(key + ".png"):
        with open(key + ".svg", "w") as f:
            f.write(svg)
        subprocess.run(["rsvg-convert", "-w", str(px), key + ".svg", "-o", key + ".png"], check=True, env=ENVIRONMENT)
    return key + ".png"


def image(path, data=False):
    im = bpy.data.images.load(path, check_existing=True)
    if data:
        im.colorspace_settings.name = "Non-Color"
    return im


def m_label(svg_fn, w, h, style="paper", paper="#f3ead9", ink="#2a2620", foil="#b98b3e", px=1100):
    """paper: foil stamped on paper | print: inked straight on the glass | plate: engraved metal."""
    black, white = "#000000", "#ffffff"
    mask_foil = raster(svg_fn(black, black, white), px)
    mask_all = raster(svg_fn(black, white, white), px)

    def tex(g, p, data=True):
        uv = g.n("TexCoord").outputs["UV"]
        t = g.n("TexImage", {"Vector": uv}, extension="EXTEND")
        t.image = image(p, data)
        t.interpolation = "Cubic"
        return t.outputs["Color"]

    def build(g):
        if style == "paper":
            colour = raster(svg_fn(paper, ink, foil), px)
            col = tex(g, colour, False)
            f = tex(g, mask_foil)
            fine = g.noise(g.coords("UV", (1, h / w, 1)), 160, 4, .7)
            pap = principled(g, base=col, rough=.62, spec=.3, normal=g.bump(fine, .12, .01))
            met = principled(g, base=rgb(foil), metal=.2, rough=.35)
            return g.n("MixShader", {0: f, 1: pap, 2: met})
        if style == "plate":
            a = tex(g, mask_all)
            h_ = g.noise(g.coords("UV", (2, 240, 1)), 3, 3)
            met = principled(g, base=rgb(paper), metal=.8, rough=.3, normal=g.bump(h_, .06, .01))
            inkm = principled(g, base=rgb(ink), rough=.5, spec=.2)
            return g.n("MixShader", {0: a, 1: met, 2: inkm})
        a = tex(g, mask_all)
        f = tex(g, mask_foil)
        inkm = principled(g, base=rgb(ink), rough=.45)
        met = principled(g, base=rgb(foil), metal=.2, rough=.35)
        both = inkm if foil == ink else g.n("MixShader", {0: f, 1: inkm, 2: met})
        return g.n("MixShader", {0: a, 1: g.n("BsdfTransparent"), 2: both})
    return material(("label", mask_all, mask_foil, style, paper, ink, foil), build)


def label(parent, w, h, z, y=None, radius=None, name="", sub="", size="", style="paper", paper="#f3ead9",
          ink="#2a2620", foil="#8c6222", frame=True, with_mark=True, brand=1.0, thick=True, px=1100):
    W, H = w * 100, h * 100

    def fn(p, i, f):
        return label_svg(W, H, name, sub, size, p, i, f, frame and style != "print", with_mark, brand)
    mat = m_label(fn, W, H, style, paper, ink, foil, px)
    if radius:
        def shape(u, v):
            a = (u - .5) * w / radius
            r = radius + .018
            return (r * math.sin(a), -r * math.cos(a), z + (v - .5) * h)
        return plane("label", w, h, mat, parent, nx=48, ny=1, fn=shape)
    lift = .06 if style == "plate" else .02
    ob = plane("label", w, h, mat, parent, loc=(0, -y - lift, z))
    if style in ("plate",) and thick:
        box("plate", w + .04, .05, h + .04, m_metal(paper, .25), parent, .02, loc=(0, -y - lift + .03, z - h / 2 - .02))
    return ob
