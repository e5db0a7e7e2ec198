"""A phone that shows the shop's page of Kewra Bloom, beside the bottle."""
import math
import os
import subprocess

from banners import FRESH, PALE, group
from fonts import CACHE, DISPLAY, TEXT, mark
from geometry import empty, fillet, loft, mesh_obj, ring
from labels import image, raster
from materials import m_metal, m_plain, m_travertine
from nodes import material
from props import slab
from shadows import shadow
from studio import aim, daylight, room

PAPER, INK, BARK, LEAF, SAND, TERRACOTTA = "#faf6ef", "#221c15", "#5b4a3a", "#2f4a36", "#e3d6c1", "#a8482b"
WIDTH, HEIGHT = 360, 760


def words(x, y, size, text, fill=INK, family=TEXT, anchor="start", extra=""):
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" font-family="{family}" text-anchor="{anchor}" {extra}>{text}</text>'


def page(px=1000):
    """The product page as the shop shows it on a phone."""
    here = os.path.dirname(os.path.abspath(__file__))
    bottle = os.path.join(CACHE, "screen-bottle.png")
    subprocess.run(["dwebp", "-quiet", os.path.join(here, "..", "catalogue", "kewra-bloom-1.webp"), "-o", bottle], check=True)
    line = f'fill="none" stroke="{INK}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"'
    return raster("".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        words(34, 27, 14, "9:41", extra='font-weight="600"'), f'<rect x="304" y="16" width="24" height="12" rx="3.5" {line}/><rect x="307" y="19" width="15" height="6" rx="1.5" fill="{INK}"/>',
        f'<path d="M18,62 h20 M18,69 h20 M18,76 h13" {line}/>', mark(76, 80, 23, LEAF),
        words(94, 77, 22, "KEWRA", LEAF, DISPLAY, extra='letter-spacing="4.4"'),
        f'<circle cx="264" cy="67" r="7" {line}/><path d="M269,72 l6,6" {line}/><path d="M314,64 h18 l-1.6,16 h-14.8 z M318,66 c0,-10 10,-10 10,0" {line}/>',
        f'<image x="0" y="96" width="{WIDTH}" height="{WIDTH}" xlink:href="{os.path.basename(bottle)}"/>',
        words(18, 486, 14, "Floral Perfumes", BARK), words(17, 526, 34, "Kewra Bloom", INK, DISPLAY), words(18, 554, 16, "Kewra, rose and soft musk", BARK),
        words(18, 598, 31, "₹2,499", INK, DISPLAY), words(130, 597, 15, "17% off", TERRACOTTA), f'<path d="M18,620 H342" stroke="{SAND}"/>',
        words(18, 646, 15, "50 ml, free delivery", BARK),
        f'<rect x="18" y="668" width="324" height="52" rx="3" fill="{LEAF}"/>', words(180, 700, 15, "ADD TO CART", PAPER, anchor="middle", extra='letter-spacing="1"'),
        f'<rect x="122" y="742" width="116" height="4.5" rx="2.2" fill="{INK}"/></svg>']), px)


def screen(parent, w, h, loc):
    img = image(page())

    def build(g):
        t = g.n("TexImage", {"Vector": g.n("TexCoord").outputs["UV"]}, extension="CLIP")
        t.image = img
        light = g.n("Emission", {"Color": t.outputs[0], "Strength": .95})
        return g.n("MixShader", {0: .035, 1: light, 2: g.n("BsdfGlossy", {"Roughness": .03, "Color": (1, 1, 1, 1)})})
    verts = [(x, 0, z) for x, z in ring(("rect", w / 2, h / 2, .78), w / 2)]
    ob = mesh_obj("screen", verts, [tuple(reversed(range(len(verts))))], material("screen", build), parent, smooth=False,
                  uvs=[(x / w + .5, z / h + .5) for x, _, z in verts])
    ob.location = loc


def phone():
    """The phone stands on stone, the bottle on a higher one behind it."""
    room(FRESH, "#d5d5bb")
    w, h, d = 7.4, 15.4, .85
    e = empty("phone", (-2.2, -.4, 1.45), (math.radians(-7), 0, math.radians(-12)))
    body = loft("body", ("rect", w / 2, h / 2, 1.05), fillet([(w / 2 - .5, -d / 2), (w / 2, -d / 2, .22), (w / 2, d / 2, .22), (w / 2 - .5, d / 2)], 5),
                m_metal("#cfc8ba", .28), e, axis="y")
    body.location = (0, 0, h / 2)
    bezel = loft("bezel", ("rect", w / 2 - .12, h / 2 - .12, .95), [(w / 2 - .12, -.01), (w / 2 - .12, 0)], m_plain("#0d0d0c", .08, coat=.6), e, axis="y")
    bezel.location = (0, -d / 2 - .004, h / 2)
    screen(e, w - .4, h - .4, (0, -d / 2 - .03, h / 2))
    slab(-2.2, .2, 10, 6, 1.4, m_travertine(PALE), -4)
    slab(6.4, 3.6, 6, 5, 3.4, m_travertine("#d3b78f"), 5)
    group([("kewra-bloom", 6.3, 3.4, 3.4, -12)])
    shadow("pandanus", 23, -4, 32, -28, 4)
    daylight(4.0)
    aim(25, 1.2, 8.6)
