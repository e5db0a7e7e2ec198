"""The 24 products of the demo: shape, colours and label. build(slug) stands one on z=0, its label towards -y."""
import math

import bpy

from geometry import empty
from materials import m_metal, m_plain, m_wood
from nodes import rgb
from packs import discovery, dropper, hair_oil, jar, pump, soap, spray, tube
from perfumes import attar, perfume


def T(h, k=1.0):
    """Liquid tint from a hex colour, deepened by k."""
    c = rgb(h)
    lum = .3 * c[0] + .55 * c[1] + .15 * c[2]
    c = [lum * .16 + x * .84 for x in c[:3]]     # natural juices are never neon
    return tuple(min(x ** k, .985) for x in c) + (1,)


PAPER = dict(paper="#f3ead9", ink="#2a2620", foil="#8c6222")
DARK = dict(paper="#1d3528", ink="#e8d7ae", foil="#c9a052")
PLATE = dict(style="plate", paper="#f0d6a0", ink="#2a1c0e", foil="#2a1c0e", frame=True)

CATALOGUE = {
    # --- perfumes
    "kewra-bloom": dict(kind=perfume, name="Kewra Bloom", shape="rect", tint=T("#ee9f86"), size=(2.85, 1.7, 7.0), cap="ball", cap_size=(1.35, 0),
                        label=PAPER, family="floral", plant="pandanus"),
    "mitti-after-rain": dict(kind=perfume, name="Mitti After Rain", shape="square", tint=T("#c98a5e"), size=(2.45, 2.2, 6.4), corner=.4, lsize=(3.3, 3.6),
                             cap="cyl", cap_size=(1.55, 2.5), bevel=.3, cap_mat=lambda: m_plain("terracotta", .8, grain=.4), label=PAPER, family="woody", plant="khus"),
    "saffron-oud": dict(kind=perfume, name="Saffron Oud", shape="poly", sides=8, tint=T("#d9761a"), depth=3.4, lsize=(2.1, 3.9),
                        cap="poly", cap_size=(1.5, 2.7), band=True, cap_mat=lambda: m_wood("#5a3420", "#2b160c", rough=.35), label=PLATE, family="woody", plant="sandal"),
    "mogra-nights": dict(kind=perfume, name="Mogra Nights", shape="orb", tint=T("#a9bccb"), cap="ball", cap_size=(1.05, 0),
                         cap_mat=lambda: m_plain("#f4ecdc", .25, coat=.6), label=dict(paper="#f3ead9", ink="#232a45", foil="#8c6222"), family="floral", plant="jasmine"),
    "vetiver-coast": dict(kind=perfume, name="Vetiver Coast", shape="round", tint=T("#cdd3a0"), size=(2.2, 8.0), cap="cyl", cap_size=(1.5, 2.9),
                          cap_mat=lambda: m_wood(), band=True, label=PAPER, family="fresh", plant="khus"),
    "rose-of-kannauj": dict(kind=perfume, name="Rose of Kannauj", shape="arch", tint=T("#e59a97"), cap="onion", cap_size=(1.05, 0),
                            label=dict(paper="#f6ecdf", ink="#5a1f2b", foil="#8c6222"), family="floral", plant="rose"),
    "sandal-silk": dict(kind=perfume, name="Sandal Silk", shape="rect", tint=T("#f0cf93"), size=(3.15, 1.6, 6.0), shoulder=1.2, corner=1.2, lsize=(3.6, 3.3),
                        cap="block", cap_size=(1.7, 1.9, 1.05), cap_mat=lambda: m_wood("#d3a873", "#a97645", rough=.5, axis=0), band=True, label=PAPER, family="woody", plant="sandal"),
    "cardamom-amber": dict(kind=perfume, name="Cardamom Amber", shape="poly", sides=6, tint=T("#d8a650"), size=(2.45, 7.0), lsize=(2.4, 3.9),
                           cap="flute", cap_size=(1.45, 2.4), metal="brass", label=DARK, family="woody", plant="sandal"),
    "tulsi-citrus": dict(kind=perfume, name="Tulsi Citrus", shape="flute", tint=T("#eae09a"), cap="dome", cap_size=(1.5, 2.4),
                         label=dict(paper="#f3ead9", ink="#24402e", foil="#2f5a3d"), family="fresh", plant="neem"),
    "midnight-champa": dict(kind=perfume, name="Midnight Champa", shape="moon", tint=T("#8d6a83"), depth=2.6, cap="cyl", cap_size=(1.15, 2.5), bevel=.12,
                            inlay=True, label=dict(paper="#2a1a33", ink="#e8d7ae", foil="#d0a657"), family="floral", plant="jasmine"),
    # --- attars
    "ruh-khus-attar": dict(kind=attar, name="Ruh Khus", tint=T("#a3a95c"), sec=("round", 1.0), cap="minaret", family="fresh", plant="khus"),
    "gulab-attar": dict(kind=attar, name="Gulab", tint=T("#dd8080"), cap="lotus", sec=("round", 1.0), family="floral", plant="rose"),
    "shamama-attar": dict(kind=attar, name="Shamama", tint=T("#c0702e"), cap="onion", sec=("poly", 6, 1.0, .1), family="woody", plant="sandal"),
    # --- set
    "discovery-set": dict(kind=discovery, name="Discovery Set", elev=23, family="woody", plant="pandanus"),
    # --- face
    "kumkumadi-face-oil": dict(kind=dropper, name="Kumkumadi", sub="Radiance face oil", ml="30 ml", tint=T("#e9cb93"), label=PAPER, family="skin", plant="pandanus"),
    "rose-water-toner": dict(kind=spray, name="Rose Water", sub="Hydrating toner", ml="100 ml", tint=T("#f3c9c2"), label=PAPER, family="skin", plant="rose"),
    "ubtan-face-mask": dict(kind=jar, name="Ubtan", sub="Brightening face mask", ml="100 g", powder="#c98f34", lid=lambda: m_wood("#c0935f", "#8a5a34", axis=0), label=PAPER, family="skin", plant="neem"),
    "neem-tulsi-face-wash": dict(kind=tube, name="Neem &amp; Tulsi", sub="Gentle face wash", ml="100 ml", color="#364a32", family="skin", plant="neem"),
    "aloe-vetiver-gel": dict(kind=jar, name="Aloe Vetiver", sub="Soothing gel", ml="150 ml", tint=T("#c3d6a2"), depth=4.0,
                             lid=lambda: m_metal("#d9d7d2", .28, brushed=.6), label=PAPER, family="skin", plant="khus"),
    "saffron-night-cream": dict(kind=jar, name="Saffron Night", sub="Restoring cream", ml="50 g", body="ceramic", color="#f1e6d3", size=(2.9, 3.5), lw=4.2, knurl=True,
                                label=dict(style="print", ink="#3a3026", foil="#8c6222"), family="skin", plant="pandanus"),
    # --- body and hair
    "sandalwood-body-oil": dict(kind=pump, name="Sandalwood", sub="Nourishing body oil", ml="200 ml", tint=T("#ecc272"), label=PAPER, family="skin", plant="sandal"),
    "coconut-mogra-body-butter": dict(kind=jar, name="Coconut Mogra", sub="Whipped body butter", ml="200 g", body="ceramic", color="#f5eee0", size=(3.7, 3.4), lw=5.0,
                                      lid=lambda: m_wood("#cfa877", "#a87a4a", axis=0), over=.02, label=dict(style="print", ink="#3a3026", foil="#8c6222"), family="skin", plant="jasmine"),
    "charcoal-neem-soap": dict(kind=soap, name="Charcoal &amp; Neem", sub="Soap", elev=17, ml="125 g", family="skin", plant="neem"),
    "hibiscus-hair-oil": dict(kind=hair_oil, name="Hibiscus", sub="Strengthening hair oil", ml="150 ml", tint=T("#b5452f"), label=PAPER, family="skin", plant="jasmine"),
}


def build(slug, loc=(0, 0, 0), rot=0.0, scale=1.0):
    sp = CATALOGUE[slug]
    p = empty(slug, loc, (0, 0, math.radians(rot)))
    p.scale = (scale,) * 3
    sp["kind"](p, sp)
    if sp["kind"] is attar:  # stands on its metal foot
        lift = .22 * scale
        p.location.z += lift
    return p


def bounds(p):
    """World bounds of a product."""
    from mathutils import Vector
    bpy.context.view_layer.update()
    lo, hi = Vector((1e9,) * 3), Vector((-1e9,) * 3)
    for o in p.children_recursive:
        if o.type == "MESH":
            for c in o.bound_box:
                w = o.matrix_world @ Vector(c)
                lo = Vector(map(min, lo, w))
                hi = Vector(map(max, hi, w))
    return lo, hi
